"""Texts in the format of aligners: one sentence per line, words separated by spaces."""

import re
from collections.abc import Mapping, Sequence

from alignment.readings.links import Cell, Label

# The control characters are those at which Python's and C's readers of lines part company.
_PARTING = re.compile(r"[\s\x00-\x1f\x7f-\x9f\ufeff]+")
EMPTY = "_"


def write_words(tokens: Sequence[str]) -> str:
    """Return a line with as many words as tokens: characters that would split or empty a word become underscores."""
    return " ".join(_PARTING.sub(EMPTY, token) or EMPTY for token in tokens) + "\n"


def write_gold(links: Mapping[Cell, Label]) -> str:
    """Return a line of gold links, `0-0` for a Sure and `1p2` for a Possible one."""
    signs = {"S": "-", "P": "p"}
    return " ".join(f"{source}{signs[label]}{target}" for (source, target), label in sorted(links.items())) + "\n"
