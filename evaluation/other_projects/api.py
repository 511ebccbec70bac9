"""A compound in other projects: how it was aligned, and how systems translate it."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.access import admits, project_of
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import person
from evaluation.other_projects.queries import read_other_projects
from evaluation.sources.other_projects import find_expression


class LinkedWordsRow(serializers.Serializer[Any]):
    """Words that gold links the expression to, `…` where others lie between, blank where it is linked to nothing."""

    words = serializers.CharField(allow_blank=True)
    adjudicated = serializers.IntegerField()
    annotated = serializers.IntegerField()


class AlignedRow(serializers.Serializer[Any]):
    """A project of word alignment; counts are of occurrences in pairs with all their readings."""

    project = serializers.CharField(source="project.slug")
    side = serializers.CharField(help_text="Side of the pair with the compound: source or target.")
    occurrences = serializers.IntegerField()
    adjudicated = serializers.IntegerField()
    words = LinkedWordsRow(many=True)
    items = serializers.ListField(child=serializers.IntegerField(), help_text="Pair numbers.")


class ExpressionSystemRow(serializers.Serializer[Any]):
    """A system's means over the expression's occurrences; null where it was not measured."""

    name = serializers.CharField()
    means = serializers.DictField(child=serializers.FloatField(allow_null=True), help_text="By measure.")


class TranslatedRow(serializers.Serializer[Any]):
    """A test set in which the expression is marked, under these labels."""

    project = serializers.CharField(source="test_set.project.slug")
    test_set = serializers.IntegerField(source="test_set.pk")
    occurrences = serializers.IntegerField()
    labels = serializers.ListField(child=serializers.CharField())
    systems = ExpressionSystemRow(many=True)


class OtherProjectsBody(serializers.Serializer[Any]):
    """Results for an expression; `is_cut` is true if there were more candidates than are examined."""

    aligned = AlignedRow(many=True)
    translated = TranslatedRow(many=True)
    is_cut = serializers.BooleanField()


class OtherProjectsView(APIView):
    """One compound in other projects."""

    @describe("compound_other_projects", answers={200: OtherProjectsBody})
    @admits(can_see_results, kinds=(Project.Kind.IDIOMATICITY,))
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Find a compound in the projects that you manage or adjudicate."""
        project = project_of(request)
        sought = find_expression(project, number)
        if sought is None:
            raise Http404
        return Response(OtherProjectsBody(read_other_projects(person(request), sought)).data)
