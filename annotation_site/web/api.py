"""What the views of the API share: who asks, what they send, and lists in pages."""

from typing import Any, cast

from django.db.models import QuerySet
from rest_framework.generics import GenericAPIView
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.serializers import BaseSerializer

from annotation_site.accounts.models import User
from annotation_site.web.exceptions import DomainError


def person(request: Request) -> User:
    """Who asks; the permission classes let nobody anonymous through."""
    return cast(User, request.user)


def read_body(request: Request, serializer: type[BaseSerializer[Any]]) -> dict[str, Any]:
    """The body as the serializer reads it; ValidationError otherwise."""
    return read_fields(request.data, serializer)


def read_fields(data: Any, serializer: type[BaseSerializer[Any]]) -> dict[str, Any]:
    """Return the data as the serializer reads it; raise ValidationError where it cannot."""
    reader = serializer(data=data)
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
