"""Paginated lists, in the API and in HTML, and what they are searched for."""

from typing import Any

from django.core.paginator import Paginator
from django.http import HttpRequest
from django.utils.functional import cached_property
from rest_framework.pagination import PageNumberPagination

LONGEST_SEARCH = 120


def read_search(request: HttpRequest) -> str:
    """Return what was typed into the search of a list."""
    return request.GET.get("search", "").replace("\x00", "").strip()[:LONGEST_SEARCH]


class NumberedPagination(PageNumberPagination):
    """`?page=2&page_size=50`, at most 500 rows."""

    page_size_query_param = "page_size"
    max_page_size = 500


class CountedPaginator(Paginator[Any]):
    """Pages of a list that was counted before, for example by running sums."""

    def __init__(self, rows: Any, per_page: int, counted: int) -> None:
        super().__init__(rows, per_page)
        self._counted = counted

    @cached_property
    def count(self) -> int:
        return self._counted
