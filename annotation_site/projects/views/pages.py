"""Lists in pages."""

from typing import Any

from django.core.paginator import Paginator
from django.utils.functional import cached_property


class CountedPaginator(Paginator[Any]):
    """Pages of a list that was counted already, as by running sums."""

    def __init__(self, rows: Any, per_page: int, counted: int) -> None:
        super().__init__(rows, per_page)
        self._counted = counted

    @cached_property
    def count(self) -> int:
        return self._counted
