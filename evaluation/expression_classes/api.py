"""Classes of a test set's expressions through the API."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_manage
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person, read_body
from evaluation.expression_classes.services import clear_classes, take_classes, undo_classes
from evaluation.marked_expressions.api import ExpressionStep
from evaluation.marked_expressions.models import ExpressionClassChange
from evaluation.marked_expressions.queries import count_class_changes, read_class_changes
from evaluation.projects.access import admits_with_test_sets
from evaluation.sources.compositionality import find_compound_projects
from evaluation.test_sets.api.parts import fetch_test_set
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.queries import count_classes
from expressions.categories.compositionality import HIGHEST_MEAN, LOWEST_MEAN

MOST_CHANGES = 100


class TakeClassesBody(ExpressionStep):
    """A compositionality project whose results you may see, and how to treat expressions without a class there."""

    project = serializers.SlugField(help_text="Slug of the project.")
    bounds = serializers.ListField(
        child=serializers.FloatField(min_value=LOWEST_MEAN, max_value=HIGHEST_MEAN),
        min_length=2,
        max_length=2,
        allow_null=True,
        default=None,
        help_text="Bounds of the mean rating of the whole compound: idiomatic below "
        "the first, compositional above the second.",
    )
    replaces = serializers.BooleanField(default=False, help_text="Also replace existing classes.")


class ExpressionClassCount(serializers.Serializer[Any]):
    """A class, empty where it is not known."""

    name = serializers.CharField(allow_blank=True)
    expressions = serializers.IntegerField()
    occurrences = serializers.IntegerField(source="count")


class ExpressionClassChangeRow(serializers.Serializer[Any]):
    """A change of expression classes; a change without an origin cleared them."""

    made_by = serializers.CharField(source="operation.actor")
    made_at = serializers.DateTimeField(source="operation.created_at")
    is_undo = serializers.SerializerMethodField(help_text="Whether it undid another change.")
    origin = serializers.DictField()
    expressions = serializers.IntegerField(source="expression_count")

    def get_is_undo(self, change: ExpressionClassChange) -> bool:
        return change.undoes_id is not None


class ExpressionClassState(serializers.Serializer[Any]):
    """The current classes, and the changes of all at once, newest first; `version` is their number."""

    version = serializers.IntegerField()
    classes = ExpressionClassCount(many=True)
    changes = ExpressionClassChangeRow(many=True)


class ExpressionClassesView(APIView):
    """Classes of expressions."""

    @describe("expression_classes_detail", answers={200: ExpressionClassState})
    @admits_with_test_sets(can_manage)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Give the number of expressions of each class, and the changes of all at once."""
        return _answer(_fetch(request, pk))

    @describe("expression_classes_take", request=TakeClassesBody, answers={200: ExpressionClassState})
    @admits_with_test_sets(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Copy classes from a compositionality project; existing scores keep those they were computed from, and new
        measurements use the new classes.
        """
        test_set = _fetch(request, pk)
        body = read_body(request, TakeClassesBody)
        project = get_object_or_404(find_compound_projects(person(request)), slug=body.pop("project"))
        bounds = tuple(body.pop("bounds") or ()) or None
        take_classes(user=person(request), test_set=test_set, project=project, bounds=bounds, **body)
        return _answer(test_set)


class ExpressionClassesClearView(APIView):
    """Clearing classes."""

    @describe("expression_classes_clear", request=ExpressionStep, answers={200: ExpressionClassState})
    @admits_with_test_sets(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Clear every class, including those imported with the file."""
        test_set = _fetch(request, pk)
        clear_classes(user=person(request), test_set=test_set, **read_body(request, ExpressionStep))
        return _answer(test_set)


class ExpressionClassesUndoView(APIView):
    """Undoing a change."""

    @describe("expression_classes_undo", request=ExpressionStep, answers={200: ExpressionClassState})
    @admits_with_test_sets(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Undo the latest change in force; expressions marked differently since then stay as they are."""
        test_set = _fetch(request, pk)
        undo_classes(user=person(request), test_set=test_set, **read_body(request, ExpressionStep))
        return _answer(test_set)


def _fetch(request: Request, pk: int) -> TestSet:
    return fetch_test_set(request, pk)


def _answer(test_set: TestSet) -> Response:
    return Response(
        {
            "version": count_class_changes(test_set),
            "classes": ExpressionClassCount(count_classes(test_set), many=True).data,
            "changes": ExpressionClassChangeRow(read_class_changes(test_set)[:MOST_CHANGES], many=True).data,
        }
    )
