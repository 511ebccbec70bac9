"""Paginated lists, in the API and in HTML, and what they are searched for."""

from collections.abc import Callable, Mapping
from typing import Any, cast

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.functional import cached_property
from rest_framework.pagination import PageNumberPagination

LONGEST_SEARCH = 120
PAGE_SIZE = 50
MOST_FOUND = 1_000


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


class FoundPaginator(Paginator[Any]):
    """Pages of what a search found: the first thousand, so that counting costs the same in a large project."""

    @cached_property
    def count(self) -> int:
        return min(self._counted, MOST_FOUND)

    @property
    def has_more(self) -> bool:
        """Return whether more was found than the pages show."""
        return self._counted > MOST_FOUND

    @cached_property
    def _counted(self) -> int:
        rows = cast("QuerySet[Any]", self.object_list)
        return rows.order_by()[: MOST_FOUND + 1].count()


def filtered_page(
    request: HttpRequest, labels: Mapping[str, str], counts: Mapping[str, int], list_rows: Callable[[str], Any]
) -> dict[str, Any]:
    """Return the page, the filters and the chosen one of a list whose address names a state, `?state=`.

    `counts` holds the number of rows by state, and under "" that of all; a state without a number is not offered.
    """
    state = request.GET.get("state", "")
    chosen = state if state in labels else ""
    offered = {"": "All", **labels}
    return {
        "page": CountedPaginator(list_rows(chosen), PAGE_SIZE, counts.get(chosen, 0)).get_page(request.GET.get("page")),
        "filters": [(state, label, counts[state]) for state, label in offered.items() if state in counts],
        "chosen": chosen,
    }
