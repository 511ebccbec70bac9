"""Paginated lists, in the API and in HTML."""

from typing import Any

from django.core.paginator import Paginator
from django.utils.functional import cached_property
from rest_framework.pagination import PageNumberPagination


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
