"""The lists of a crowd in the API, for managers."""

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView
from idiomaticity.lists.models import ListedItem
from idiomaticity.projects.access import admits


class ListedItemRow(serializers.Serializer[ListedItem]):
    """An item with the number of its list."""

    list = serializers.IntegerField(source="number")
    number = serializers.IntegerField(source="item.number", help_text="Of the item.")
    identifier = serializers.CharField(source="item.identifier")
    is_repeated = serializers.BooleanField(help_text="Asked a second time, later in the list.")


class ListsView(PagedView):
    """The lists that participants are given."""

    serializer_class: Any = ListedItemRow
    queryset = ListedItem.objects.none()

    @describe("crowd_lists", answers={200: ListedItemRow(many=True)})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """List the items of all lists, in the order of the lists."""
        project = project_of(request)
        listed = ListedItem.objects.filter(project=project).select_related("item")
        return self.answer_page(listed.order_by("number", "item__number"))
