"""Names of annotators in the names of their files: `RTE2_test_A.align.txt` and `RTE2_test_B.align.txt` give A and B."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import takewhile

_PART = re.compile(r"[^\s._-]+")


def name_annotators(files: Sequence[str]) -> list[str]:
    """Return the parts of the names in which the files differ; the name without its ending for a single file, or where
    the parts would not tell the files apart.
    """
    plain = [name.rpartition(".")[0] or name for name in files]
    parts = [_PART.findall(name) for name in files]
    first, last = _count_common(parts), _count_common([row[::-1] for row in parts])
    own = [row[first : len(row) - last] for row in parts]
    if len(files) == 1 or not all(own):
        return plain
    # A bare number is no name: "annotator 1" is.
    if first and all(part.isdecimal() for row in own for part in row):
        own = [[row[first - 1], *mine] for row, mine in zip(parts, own, strict=True)]
    names = [" ".join(row) for row in own]
    return names if len(set(names)) == len(names) else plain


def find_alike_names(names: Sequence[str]) -> list[list[str]]:
    """Return groups of names that differ only in case or spaces, or not at all."""
    alike: dict[str, list[str]] = {}
    for name in names:
        alike.setdefault(" ".join(name.split()).casefold(), []).append(name)
    return [group for group in alike.values() if len(group) > 1]


def _count_common(rows: Sequence[Sequence[str]]) -> int:
    return sum(1 for _ in takewhile(lambda parts: len(set(parts)) == 1, zip(*rows, strict=False)))
