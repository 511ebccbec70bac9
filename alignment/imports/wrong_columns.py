"""Sides of a text that hold links or numbers, as where the columns of a table stand in another order."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

from alignment.formats import ALIGNMENT_FORMATS, PARALLEL_FORMATS

Content = Literal["links", "numbers", "tags"]
# Token by token: all these notations match 3-4, and a pattern of a whole line would try each for every link.
_LINK = re.compile("|".join(layout.link for layout in ALIGNMENT_FORMATS.values() if layout.link))
_NUMBER = re.compile(r"[-+]?\d+([.,]\d+)*%?")
# Of words in spans, and of their quality.
_TAG = re.compile(r"O|[BIESLU]-\S+|OK|BAD")
_PATTERNS: dict[Content, re.Pattern[str]] = {"links": _LINK, "numbers": _NUMBER, "tags": _TAG}
_NEEDED = {
    "by column": "choose the columns of the {source} and the {target} text above",
    "by file": "choose a file with the {source} text and one with the {target} text, and upload again",
    "inside": "check where the file has the {source} and the {target} text, and upload again",
}


def find_content(text: str) -> Content | None:
    """Return what one side of a row is a list of, or None if it is text."""
    tokens = text.split()
    return next((name for name, pattern in _PATTERNS.items() if tokens and all(map(pattern.fullmatch, tokens))), None)


def describe_not_text(result: Mapping[str, Any], names: Mapping[str, str], *, is_reversed: bool) -> str:
    """Return a sentence that says which sides of a preview are no text and what to do, or nothing.

    Columns and files are named by their places in what was uploaded. `names` are those of the languages.
    """
    not_text = result.get("not_text")
    if not not_text:
        return ""
    ordinal = {side: ("second" if (side == "target") is not is_reversed else "first") for side in ("source", "target")}
    if table := result.get("table"):
        needed, roles = "by column", {"first": "source", "second": "target"}
        parts = {side: f"column “{table['assignment'][roles[ordinal[side]]][0]}”" for side in not_text}
    elif PARALLEL_FORMATS[result["format"]].files == 2:
        needed, parts = "by file", {side: f"{ordinal[side]} file" for side in not_text}
    else:
        needed, parts = "inside", {side: f"{names[side]} side" for side in not_text}
    faults = " and the ".join(
        f"{parts[side]} contains {not_text[side]}" for side in sorted(not_text, key=ordinal.__getitem__)
    )
    return f"The {faults}, not text: {_NEEDED[needed].format(**names)}."
