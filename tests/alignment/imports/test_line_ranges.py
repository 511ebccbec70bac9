"""Lines are told as ranges, however many there are."""

import pytest

from alignment.imports.line_ranges import MOST_RANGES, LineRanges


@pytest.mark.parametrize(
    ("lines", "text"),
    [
        ([], ""),
        ([3], "3"),
        ([1, 2, 3, 7, 9, 10], "1–3, 7, 9–10"),
        (range(1, 1001), "1–1000"),
        (range(1, 2 * MOST_RANGES, 2), ", ".join(map(str, range(1, 2 * MOST_RANGES, 2)))),
        (range(1, 3 * MOST_RANGES, 2), ", ".join(map(str, range(1, 2 * MOST_RANGES, 2))) + ", …"),
        ([*range(1, 2 * MOST_RANGES, 2), 99, 100, 101], ", ".join(map(str, range(1, 2 * MOST_RANGES, 2))) + ", …"),
    ],
)
def test_adjacent_lines_are_one_range(lines, text):
    found = LineRanges()
    for line in lines:
        found.add(line)
    assert found.to_json() == {"count": len(lines), "lines": text}
