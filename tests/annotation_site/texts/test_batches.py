"""Items of a stream in batches."""

from collections.abc import Iterator

import pytest

from annotation_site.texts.batches import in_batches


def test_items_come_in_order_and_whole() -> None:
    assert list(in_batches(range(7), 3)) == [[0, 1, 2], [3, 4, 5], [6]]
    assert list(in_batches([], 3)) == []


def test_what_stood_before_an_exception_comes_before_it() -> None:
    def break_off() -> Iterator[int]:
        yield from range(4)
        raise ValueError("broken")

    seen = []
    with pytest.raises(ValueError, match="broken"):
        for batch in in_batches(break_off(), 3):
            seen.append(batch)
    assert seen == [[0, 1, 2], [3]]
