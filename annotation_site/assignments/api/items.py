"""Withdrawing items and bringing them back."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.assignments.models import LONGEST_REASON
from annotation_site.assignments.services.withdrawal import MOST_ITEMS, bring_back_items, withdraw_items
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import admits, project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.requests import OperationRequest
from annotation_site.web.api.views import person, read_body


class ItemsRequest(OperationRequest):
    """Items by their numbers."""

    numbers = serializers.ListField(
        child=serializers.IntegerField(min_value=1, max_value=2**31 - 1), min_length=1, max_length=MOST_ITEMS
    )


class WithdrawRequest(ItemsRequest):
    """Items by their numbers, and the reason."""

    reason = serializers.CharField(max_length=LONGEST_REASON, allow_blank=True, default="")


class ItemsChanged(serializers.Serializer[Any]):
    """The number of items named."""

    items = serializers.IntegerField()


class WithdrawView(APIView):
    """Withdrawing items."""

    @describe("items_withdraw", request=WithdrawRequest, answers={200: ItemsChanged})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Withdraw items: they are assigned no more, and their work is kept and counts in nothing."""
        project = project_of(request)
        count = withdraw_items(user=person(request), project=project, **read_body(request, WithdrawRequest))
        return Response({"items": count})


class BringBackView(APIView):
    """Bringing withdrawn items back."""

    @describe("items_bring_back", request=ItemsRequest, answers={200: ItemsChanged})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Bring withdrawn items back with all their work."""
        project = project_of(request)
        count = bring_back_items(user=person(request), project=project, **read_body(request, ItemsRequest))
        return Response({"items": count})
