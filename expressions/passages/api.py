"""Passages of a project, for those who may see everyone's work."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import can_see_everyones_work
from annotation_site.projects.access import project_of
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView, read_filter
from expressions.projects.access import admits


class PassageRow(serializers.ModelSerializer[Item]):
    """A passage: its sentences as CoNLL-U, and the state of its annotation."""

    document = serializers.CharField(source="passage.document", allow_blank=True)
    word_count = serializers.IntegerField(source="passage.word_count")
    sentences = serializers.SerializerMethodField(help_text="The lines of each sentence.")

    class Meta:
        model = Item
        fields = (
            "number",
            "identifier",
            "state",
            "required_count",
            "assigned_count",
            "submitted_count",
            "document",
            "word_count",
            "sentences",
        )

    def get_sentences(self, item: Item) -> list[str]:
        return [sentence.lines for sentence in item.passage.sentences.all()]


class PassagesView(PagedView):
    """The passages of a project."""

    serializer_class: Any = PassageRow

    @describe(
        "passages_list",
        answers={200: PassageRow(many=True)},
        parameters=[OpenApiParameter("state", enum=Item.State.values, description="Only passages in this state.")],
    )
    @admits(can_see_everyones_work)
    def get(self, request: Request, slug: str) -> Response:
        """List passages in order of their numbers."""
        passages = _list_passages(project_of(request))
        state = read_filter(request, "state", Item.State.values)
        return self.answer_page(passages.filter(state=state) if state else passages)


class PassageView(APIView):
    """One passage."""

    @describe("passage_detail", answers={200: PassageRow})
    @admits(can_see_everyones_work)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Get a passage by its number in the project."""
        return Response(PassageRow(get_object_or_404(_list_passages(project_of(request)), number=number)).data)


def _list_passages(project: Project) -> QuerySet[Item]:
    items: QuerySet[Item] = Item.objects.filter(project=project).select_related("passage")
    return items.prefetch_related("passage__sentences").order_by("number")
