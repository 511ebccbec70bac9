"""Units of spans: code points as here, UTF-16 code units as in JavaScript and Java, or bytes of UTF-8.

The three differ only after emoji and other characters beyond the basic plane, or after any letter that is not ASCII.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, get_args

from annotation_site.phrases.presence import cuts_word, is_form_of

SpanUnits = Literal["code-points", "utf-16", "utf-8"]
UNITS: tuple[SpanUnits, ...] = get_args(SpanUnits)
CODE_POINTS: SpanUnits = "code-points"
TITLES: Mapping[SpanUnits, str] = {
    "code-points": "characters (code points)",
    "utf-16": "UTF-16 code units, as in JavaScript, Java and Label Studio",
    "utf-8": "bytes of UTF-8",
}
_NAMES: Mapping[SpanUnits, str] = {
    "code-points": "characters",
    "utf-16": "UTF-16 code units",
    "utf-8": "bytes of UTF-8",
}
Spans = Sequence[tuple[int, int]]
# A text, the spans of an expression in it as the file has them, and the expression.
Marked = tuple[str, Spans, str]


def to_code_points(spans: Spans, text: str, units: SpanUnits) -> list[tuple[int, int]]:
    """Return the spans in code points; raise ValueError for one that begins or ends inside a character, or past the
    end.
    """
    if units == CODE_POINTS:
        return list(spans)
    places = _list_places(text, units)
    for start, end in spans:
        for end_place in (start, end):
            if end_place not in places:
                fault = f"The span ({start}, {end}) does not fit the sentence in {_NAMES[units]}"
                raise ValueError(f"{fault}, of which it has {max(places):,}.")
    return [(places[start], places[end]) for start, end in spans]


def find_units(marked: Iterable[Marked]) -> SpanUnits | None:
    """Return the units in which the spans of a file fit their expressions while they do not in code points; None if
    there are none, or nothing is amiss.

    Texts in which the units agree say nothing, so that their faults do not count.
    """
    rows = [(text, spans, expression) for text, spans, expression in marked if spans and not text.isascii()]
    for units in UNITS[1:]:
        telling = [row for row in rows if _differ(row[0], units, row[1])]
        fits = [_fits(*row, CODE_POINTS) for row in telling]
        if telling and not all(fits) and all(_fits(*row, units) for row in telling):
            return units
    return None


def describe_units(units: SpanUnits) -> str:
    """Return a sentence that offers to read the spans in these units."""
    return f"All spans fit if their numbers count {_NAMES[units]} instead of characters."


def _differ(text: str, units: SpanUnits, spans: Spans) -> bool:
    """Return whether the units disagree before the end of the spans."""
    last = max(max(span) for span in spans)
    width = 2 if units == "utf-16" else 1
    codec = "utf-16-le" if units == "utf-16" else "utf-8"
    return len(text[:last].encode(codec, "surrogatepass")) // width != min(last, len(text))


def _fits(text: str, spans: Spans, expression: str, units: SpanUnits) -> bool:
    try:
        places = to_code_points(spans, text, units)
    except ValueError:
        return False
    if not all(0 <= start < end <= len(text) for start, end in places):
        return False
    return not cuts_word(text, places) and is_form_of(" ".join(text[start:end] for start, end in places), expression)


def _list_places(text: str, units: SpanUnits) -> dict[int, int]:
    """Return the code point at which each place in other units is."""
    position, places = 0, {0: 0}
    for number, character in enumerate(text, 1):
        if units == "utf-16":
            position += 2 if ord(character) > 0xFFFF else 1
        else:
            position += len(character.encode("utf-8", "surrogatepass"))
        places[position] = number
    return places
