"""API for the items of a project of any kind, for those who may see everyone's work."""

from __future__ import annotations

from functools import partial
from typing import Any

from django.db.models import QuerySet
from django.shortcuts import get_object_or_404
from django.urls import URLPattern, path
from drf_spectacular.utils import OpenApiParameter
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.assignments.item_list import ItemList
from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import can_see_everyones_work
from annotation_site.projects.access import admits, project_of
from annotation_site.projects.models import Project
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView, read_filter


def item_list_api(items: ItemList) -> list[URLPattern]:
    """Return the routes of a kind's items: all of a project, and one."""
    names = items.api
    return [
        path(f"{names.address}/", make_items_view(items).as_view(), name=names.routes[0]),
        path(f"{names.address}/<int:number>/", make_item_view(items).as_view(), name=names.routes[1]),
    ]


def make_items_view(items: ItemList) -> type[APIView]:
    """Return the view of all items."""

    class ItemsView(PagedView):
        """The items of a project."""

        serializer_class: Any = items.row_serializer

        @describe(
            items.api.operations[0],
            answers={200: items.row_serializer(many=True)},
            parameters=[
                OpenApiParameter("state", enum=Item.State.values, description=f"Only {items.noun[1]} in this state.")
            ],
            description=f"List {items.noun[1]} in order of their numbers.",
        )
        @_readers_of(items)
        def get(self, request: Request, slug: str) -> Response:
            """List items in order of their numbers."""
            of_project = _list_items(items, project_of(request))
            state = read_filter(request, "state", Item.State.values)
            return self.answer_page(of_project.filter(state=state) if state else of_project)

    return ItemsView


def make_item_view(items: ItemList) -> type[APIView]:
    """Return the view of one item."""

    class ItemView(APIView):
        """One item."""

        @describe(
            items.api.operations[1],
            answers={200: items.row_serializer},
            description=f"Get a {items.noun[0]} by its number in the project.",
        )
        @_readers_of(items)
        def get(self, request: Request, slug: str, number: int) -> Response:
            """Get an item by its number in the project."""
            item = get_object_or_404(_list_items(items, project_of(request)), number=number)
            return Response(items.row_serializer(item).data)

    return ItemView


def _readers_of(items: ItemList) -> Any:
    return partial(admits, kinds=(items.kind,))(can_see_everyones_work)


def _list_items(items: ItemList, project: Project) -> QuerySet[Item]:
    return items.with_content(Item.objects.filter(project=project)).order_by("number")
