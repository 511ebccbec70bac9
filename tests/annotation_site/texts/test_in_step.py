"""Blank lines at the end of files are held by their number alone, however many there are."""

import tracemalloc
from itertools import chain, repeat

from annotation_site.texts.in_step import drop_blank_end, read_lines_in_step


def refuse(shorter: int, longer: int, line: int) -> Exception:
    return AssertionError((shorter, longer, line))


def test_many_blank_lines_take_no_memory() -> None:
    tracemalloc.start()
    try:
        rows = list(read_lines_in_step([chain("a", repeat("", 300_000)), "b"], refuse))
        lines = list(drop_blank_end(chain("a", repeat("", 300_000))))
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (rows, lines) == ([("a", "b")], ["a"])
    assert peak < 1_000_000


def test_blank_lines_inside_come_back_before_what_follows() -> None:
    assert list(drop_blank_end(["", "a", " ", "\t", "b", ""])) == ["", "a", "", "", "b"]
    assert list(read_lines_in_step([["", "a", "", "b"], ["", "x", " ", "y", " "]], refuse)) == [
        ("", ""), ("a", "x"), ("", ""), ("b", "y")
    ]  # fmt: skip
