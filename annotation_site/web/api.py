"""What the views of the API share: who asks, which project they may see, and lists in pages."""

from typing import Any, cast

from django.db.models import QuerySet
from django.http import Http404
from django.shortcuts import get_object_or_404
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project, Role
from annotation_site.projects.queries import require_role
from annotation_site.web.exceptions import DomainError

MANAGER = (Role.MANAGER,)
MANAGER_OR_ADJUDICATOR = (Role.MANAGER, Role.ADJUDICATOR)


def person(request: Request) -> User:
    """Who asks; the permission classes let nobody anonymous through."""
    return cast(User, request.user)


def fetch_project(request: Request, slug: str, *roles: str, kind: str = "") -> Project:
    """The project, if the person is a member (404 otherwise) in one of the roles, where roles are given (403); with a
    kind, one of another kind does not exist."""
    if "\x00" in slug:  # can come by a query; PostgreSQL refuses even to compare it
        raise Http404
    projects = Project.objects.for_user(person(request))
    project: Project = get_object_or_404(projects.filter(kind=kind) if kind else projects, slug=slug)
    if roles:
        require_role(person(request), project, *roles)
    return project


def read_body(request: Request, serializer: type[BaseSerializer[Any]]) -> dict[str, Any]:
    """The body as the serializer reads it; ValidationError otherwise."""
    reader = serializer(data=request.data)
    reader.is_valid(raise_exception=True)
    return dict(reader.validated_data)


def read_filter(request: Request, name: str, choices: list[str]) -> str:
    """A word of the address's query from a list, or nothing."""
    value = request.query_params.get(name, "")
    if value and value not in choices:
        raise DomainError(f"{name} must be one of: {', '.join(choices)}.")
    return value


class PagedView(GenericAPIView[Any]):
    """A view one of whose methods gives a list in pages."""

    filter_backends = ()

    def answer_page(self, rows: QuerySet[Any]) -> Response:
        """One page of rows, each written by the view's serializer."""
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)
