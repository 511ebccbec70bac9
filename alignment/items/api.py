"""Sentence pairs of a project, for those who may see everyone's work."""

from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from drf_spectacular.utils import OpenApiParameter
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from alignment.projects.access import admits
from alignment.training.models import KnownGold
from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import can_see_everyones_work
from annotation_site.projects.access import project_of
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView, read_filter


class ItemRow(serializers.ModelSerializer[Item]):
    """A pair: its text and the state of its annotation."""

    source_tokens = serializers.ListField(child=serializers.CharField(), source="sentence_pair.source_tokens")
    target_tokens = serializers.ListField(child=serializers.CharField(), source="sentence_pair.target_tokens")
    source_targets = serializers.ListField(child=serializers.IntegerField(), source="sentence_pair.source_target_words")
    target_targets = serializers.ListField(child=serializers.IntegerField(), source="sentence_pair.target_target_words")

    known_gold = serializers.ChoiceField(
        KnownGold.Use.choices,
        source="known_gold.use",
        default=None,
        allow_null=True,
        help_text="The use of a pair whose gold is known.",
    )

    assigned_count = serializers.IntegerField(help_text="Annotators who have it as work, submitted or not.")
    submitted_count = serializers.IntegerField(help_text="Submitted work, without training, checks and extra work.")

    class Meta:
        model = Item
        fields = (
            "number",
            "identifier",
            "state",
            "known_gold",
            "required_count",
            "assigned_count",
            "submitted_count",
            "source_tokens",
            "target_tokens",
            "source_targets",
            "target_targets",
        )


class ItemsView(PagedView):
    """The pairs of a project."""

    serializer_class: Any = ItemRow

    @describe(
        "items_list",
        answers={200: ItemRow(many=True)},
        parameters=[OpenApiParameter("state", enum=Item.State.values, description="Only pairs in this state.")],
    )
    @admits(can_see_everyones_work)
    def get(self, request: Request, slug: str) -> Response:
        """List pairs in order of their numbers."""
        pairs = _pairs_of(project_of(request))
        state = read_filter(request, "state", Item.State.values)
        return self.answer_page(pairs.filter(state=state) if state else pairs)


class ItemView(APIView):
    """One pair."""

    @describe("item_detail", answers={200: ItemRow})
    @admits(can_see_everyones_work)
    def get(self, request: Request, slug: str, number: int) -> Response:
        """Get a pair by its number in the project."""
        pairs = _pairs_of(project_of(request))
        return Response(ItemRow(get_object_or_404(pairs, number=number)).data)


def _pairs_of(project: Project) -> QuerySet[Item]:
    pairs: QuerySet[Item] = Item.objects.filter(project=project).select_related("sentence_pair", "known_gold")
    return pairs.order_by("number")
