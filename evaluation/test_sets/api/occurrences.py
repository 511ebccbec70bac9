"""API for occurrences of each expression in a test set."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_see_results
from annotation_site.web.api.openapi import describe
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.api.parts import fetch_test_set
from evaluation.test_sets.occurrences import count_occurrences
from evaluation.test_sets.queries import count_classes, list_marked_expressions


class OccurrencesRow(serializers.Serializer[Any]):
    """An expression."""

    label = serializers.CharField()  # type: ignore[assignment]
    count = serializers.IntegerField()
    discontinuous = serializers.IntegerField(help_text="Number of discontinuous occurrences.")
    classes = serializers.ListField(child=serializers.CharField(), help_text="Empty if unknown.")


class ClassRow(serializers.Serializer[Any]):
    """A class of expressions; its name is empty where it is not known."""

    name = serializers.CharField(allow_blank=True)
    expressions = serializers.IntegerField()
    count = serializers.IntegerField()


class OccurrencesAnswer(serializers.Serializer[Any]):
    """The most frequent expressions first."""

    classes = ClassRow(many=True)
    rows = OccurrencesRow(many=True)


class OccurrencesView(APIView):
    """Occurrences."""

    @describe("occurrences_list", answers={200: OccurrencesAnswer})
    @admits_with_test_sets(can_see_results)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Count every expression, and expressions by class."""
        test_set = fetch_test_set(request, pk)
        rows = [
            {
                "label": row.label,
                "count": row.count,
                "discontinuous": row.discontinuous,
                "classes": sorted(row.classes - {""}),
            }
            for row in count_occurrences(list_marked_expressions(test_set))
        ]
        return Response({"classes": ClassRow(count_classes(test_set), many=True).data, "rows": rows})
