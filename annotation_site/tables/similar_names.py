"""Names in a column that are probably one name: they differ in case, spaces or their encoding only."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence


def find_similar_names(names: Iterable[str]) -> list[list[str]]:
    """Return the groups of names that differ in case and spaces only, each in the order of the names."""
    groups: dict[str, dict[str, None]] = {}
    for name in names:
        folded = "".join(unicodedata.normalize("NFKC", name).casefold().split())
        groups.setdefault(folded, {})[name] = None
    return [list(group) for group in groups.values() if len(group) > 1]


def describe_similar_names(groups: Sequence[Sequence[str]]) -> str:
    """Return a sentence that names them, or nothing."""
    if not groups:
        return ""
    named = "; ".join(" and ".join(f"“{name}”" for name in group) for group in groups)
    return f"These names differ in case or spaces only and count as different annotators: {named}."
