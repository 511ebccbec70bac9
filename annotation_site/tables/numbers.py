"""Numbers in cells, with a decimal point or a decimal comma.

`3,5` and `3.5` are the same; so are `1.234,5` and `1,234.5`. Cells such as `1,234` and `1.234` are not plain: in a
column with decimal commas the second is 1234. What the other cells of the column show decides (`decide_decimal_comma`),
and a comma that nothing decides is refused.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable

_SIGN = r"[+-]?"
_PLAIN = re.compile(rf"{_SIGN}(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?")
_COMMA = re.compile(rf"{_SIGN}(?:\d+(?:,\d*)?|,\d+)(?:[eE][+-]?\d+)?")
# Three digits after a single mark may be decimals or a group of thousands; after a leading 0 they are decimals.
_MAYBE_GROUPED = re.compile(rf"{_SIGN}[1-9]\d{{0,2}}[.,]\d{{3}}")
_POINT_GROUPED = re.compile(rf"{_SIGN}[1-9]\d{{0,2}}(?:,\d{{3}})+\.\d*|{_SIGN}[1-9]\d{{0,2}}(?:,\d{{3}}){{2,}}")
_COMMA_GROUPED = re.compile(rf"{_SIGN}[1-9]\d{{0,2}}(?:\.\d{{3}})+,\d*|{_SIGN}[1-9]\d{{0,2}}(?:\.\d{{3}}){{2,}}")
# Spaces and apostrophes part thousands and nothing else, as in French and Swiss tables.
_SPACED = re.compile(rf"{_SIGN}\d{{1,3}}(?:[ \u00a0\u2009\u202f'’]\d{{3}})+(?:[.,]\d*)?")
_SPACES = str.maketrans("", "", " \u00a0\u2009\u202f'’")
# Also the decimal mark of Arabic and Persian.
_SAME = str.maketrans({"−": "-", "٫": ".", "٬": None})


class NotANumber(ValueError):
    """A cell that is no number, with a sentence."""


class AmbiguousNumber(NotANumber):
    """A cell such as `1,234`, in a column that does not show what its comma means."""


def read_number(text: str, *, decimal_comma: bool | None = None) -> float:
    """Return a finite number; raise NotANumber for anything else.

    `decimal_comma` says what the column shows: True for commas before decimals, False for points, None for nothing.
    """
    trimmed = text.strip().translate(_SAME)
    if _SPACED.fullmatch(trimmed):
        # With thousands parted, any other mark stands before decimals.
        return _to_float(trimmed.translate(_SPACES).replace(",", "."), text)
    if _MAYBE_GROUPED.fullmatch(trimmed):
        return _read_three_digits(trimmed, text, decimal_comma=decimal_comma)
    if _PLAIN.fullmatch(trimmed):
        return _to_float(trimmed, text)
    if _COMMA.fullmatch(trimmed):
        return _to_float(trimmed.replace(",", "."), text)
    if _POINT_GROUPED.fullmatch(trimmed) and decimal_comma is not True:
        return _to_float(trimmed.replace(",", ""), text)
    if _COMMA_GROUPED.fullmatch(trimmed) and decimal_comma is not False:
        return _to_float(trimmed.replace(".", "").replace(",", "."), text)
    raise NotANumber(f"“{text.strip()[:40]}” is not a number.")


def is_number(text: str) -> bool:
    """Return whether a text is a number, if perhaps one of two readings."""
    try:
        read_number(text)
    except AmbiguousNumber:
        return True
    except NotANumber:
        return False
    return True


def is_unclear(text: str) -> bool:
    """Return whether only the other cells of its column show what the number is, as of `1,234` and `1.234`."""
    return _MAYBE_GROUPED.fullmatch(text.strip().translate(_SAME)) is not None


def decide_decimal_comma(texts: Iterable[str]) -> bool | None:
    """Return whether a column has decimal commas: True or False if its plain cells agree, else None."""
    commas = points = False
    for text in texts:
        trimmed = text.strip().translate(_SAME)
        if _MAYBE_GROUPED.fullmatch(trimmed) or not trimmed:
            continue
        if _COMMA_GROUPED.fullmatch(trimmed) or ("," in trimmed and _COMMA.fullmatch(trimmed)):
            commas = True
        elif _POINT_GROUPED.fullmatch(trimmed) or ("." in trimmed and _PLAIN.fullmatch(trimmed)):
            points = True
    return None if commas == points else commas


def read_whole_number(text: str) -> int | None:
    """Return a whole number, also of `5.0` and `5,0`; None for anything else, and for `1,234` and `1.234`."""
    try:
        number = read_number(text)
    except NotANumber:
        return None
    return None if is_unclear(text) or not number.is_integer() else int(number)


def _read_three_digits(trimmed: str, text: str, *, decimal_comma: bool | None) -> float:
    if "." in trimmed:
        return _to_float(trimmed.replace(".", "") if decimal_comma else trimmed, text)
    if decimal_comma is None:
        whole, decimal = trimmed.replace(",", ""), trimmed.replace(",", ".")
        way = "Write it with a decimal point, or without a mark between thousands."
        raise AmbiguousNumber(f"“{text.strip()}” may be {whole} or {decimal}. {way}")
    return _to_float(trimmed.replace(",", "." if decimal_comma else ""), text)


def _to_float(written: str, text: str) -> float:
    number = float(written)
    if not math.isfinite(number):
        raise NotANumber(f"“{text.strip()[:40]}” is not a number.")
    return number
