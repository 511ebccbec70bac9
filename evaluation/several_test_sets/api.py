"""Several test sets side by side in the API."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person
from annotation_site.web.exceptions import DomainError
from evaluation.projects.access import admits_with_test_sets
from evaluation.several_test_sets.forms import SeveralForm
from evaluation.several_test_sets.queries.figures import offer_test_sets
from evaluation.several_test_sets.queries.tables import list_cells


class SeveralCell(serializers.Serializer[Any]):
    """A system's figure on one test set: the mean over its runs. `rank` is 1 + the number of systems that are
    significantly better on this test set; `reason` says why there is no value, `note` that the test set is too small
    for ranks and intervals."""

    split = serializers.CharField()
    system = serializers.CharField()
    test_set = serializers.CharField()
    project = serializers.CharField()
    measure = serializers.CharField()
    figure = serializers.CharField()
    value = serializers.FloatField(allow_null=True)
    deviation = serializers.FloatField(allow_null=True)
    runs = serializers.IntegerField()
    interval = serializers.ListField(child=serializers.FloatField(), allow_null=True, min_length=2, max_length=2)
    rank = serializers.IntegerField(allow_null=True)
    reason = serializers.CharField()
    note = serializers.CharField()


class SeveralAnswer(serializers.Serializer[Any]):
    """Every cell of the table, system by system."""

    cells = SeveralCell(many=True)


class SeveralView(APIView):
    """Several test sets side by side."""

    @describe("test_sets_side_by_side", answers={200: SeveralAnswer})
    @admits_with_test_sets(can_see_results)
    def get(self, request: Request, slug: str) -> Response:
        """Give systems by `?test_set=` (IDs, of any project whose results you see; all of this project by default) and
        `?figure=` (such as `bleu.score`), each given once or several times, with splits by `?pattern={split}-{system}`.
        """
        project = project_of(request)
        own, others = offer_test_sets(person(request), project)
        form = SeveralForm(request.query_params, own=own, others=others)
        if not form.is_valid():
            name, errors = next(iter(form.errors.items()))
            raise DomainError(f"{name}: {errors[0]}")
        return Response({"cells": list(list_cells(form.read_table()))})
