"""Parts shared by the views of the API: the person, the body, and paginated lists."""

from typing import Any, cast

from django.db.models import QuerySet
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from annotation_site.accounts.models import User
from annotation_site.web.exceptions import DomainError


def person(request: Request) -> User:
    """Return the signed-in person; the permission classes refuse anonymous requests."""
    return cast(User, request.user)


def read_body(request: Request, serializer: type[BaseSerializer[Any]]) -> dict[str, Any]:
    """Return the body as the serializer reads it. Raise ValidationError if it is invalid."""
    return read_fields(request.data, serializer)


def read_fields(data: Any, serializer: type[BaseSerializer[Any]]) -> dict[str, Any]:
    """Return the data as the serializer reads it; raise ValidationError where it cannot."""
    reader = serializer(data=data)
    reader.is_valid(raise_exception=True)
    return dict(reader.validated_data)


def read_filter(request: Request, name: str, choices: list[str]) -> str:
    """Return a query parameter, empty if missing. Raise DomainError if it is none of these words."""
    value = request.query_params.get(name, "")
    if value and value not in choices:
        raise DomainError(f"{name} must be one of: {', '.join(choices)}.")
    return value


class PagedView(GenericAPIView[Any]):
    """A view with a method that returns a paginated list."""

    filter_backends = ()

    def answer_page(self, rows: QuerySet[Any]) -> Response:
        """Return one page of rows, each written by the view's serializer."""
        page = self.paginate_queryset(rows)
        return self.get_paginated_response(self.get_serializer(page, many=True).data)
