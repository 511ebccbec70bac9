"""Items of a stream handled many at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TypeVar

T = TypeVar("T")


def in_batches(items: Iterable[T], size: int) -> Iterator[list[T]]:
    """Yield the items in lists; those before an exception come before it, as they would one by one."""
    stream = iter(items)
    batch: list[T] = []
    try:
        while True:
            # Unlike list(), this keeps what came before an exception.
            batch.extend(islice(stream, size))
            if not batch:
                return
            yield batch
            batch = []
    except Exception:
        if batch:
            yield batch
        raise
