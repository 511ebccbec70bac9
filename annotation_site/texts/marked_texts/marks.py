"""A document with the marks of one annotator, its sentences, and marks whose places are counted in other units."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Mark:
    """A marked expression: its spans in order as code points with the end excluded, several if it is discontinuous,
    and its lemmas where the tool has any.
    """

    label: str
    spans: tuple[Span, ...]
    lemma: str = ""

    def words_in(self, text: str) -> str:
        """Return the marked words, single spaces between them."""
        return " ".join(" ".join(text[start:end] for start, end in self.spans).split())


@dataclass(frozen=True, slots=True)
class MarkedDocument:
    """A text with the marks of one annotator. `line` is where it stands in the file; without the tool's own `sentences`
    every line of the text is one.
    """

    name: str
    line: int
    text: str
    annotator: str
    marks: tuple[Mark, ...]
    sentences: tuple[Span, ...] = ()

    def split(self) -> Iterator[MarkedDocument]:
        """Yield the sentences with the marks inside each; those that a mark goes across stay together."""
        bounds = _join_crossed(self.sentences or _find_lines(self.text), self.marks)
        starts = [start for start, _ in bounds]
        inside: dict[int, list[Mark]] = {}
        for mark in self.marks:
            inside.setdefault(bisect_right(starts, mark.spans[0][0]) - 1, []).append(mark)
        for index, (start, end) in enumerate(bounds):
            # A line's end within a sentence is a space, so that all places stay the same.
            text = self.text[start:end].replace("\r", " ").replace("\n", " ")
            if not text.strip():
                continue
            marks = tuple(_move(mark, -start) for mark in inside.get(index, ()))
            yield replace(self, line=self.line + index, text=text, marks=marks, sentences=((0, len(text)),))


def _move(mark: Mark, by: int) -> Mark:
    return replace(mark, spans=tuple((start + by, end + by) for start, end in mark.spans))


def _find_lines(text: str) -> tuple[Span, ...]:
    lengths = [len(line) for line in text.split("\n")]
    starts = list(accumulate((length + 1 for length in lengths), initial=0))
    return tuple((start, start + length) for start, length in zip(starts, lengths, strict=False))


def _join_crossed(bounds: Sequence[Span], marks: Sequence[Mark]) -> list[Span]:
    joined = list(bounds)
    starts = [start for start, _ in joined]
    for mark in marks:
        first = bisect_right(starts, mark.spans[0][0]) - 1
        last = bisect_right(starts, mark.spans[-1][1] - 1) - 1
        if last > first:
            joined[first : last + 1] = [(joined[first][0], joined[last][1])]
            starts[first : last + 1] = [joined[first][0]]
    return joined


def fit_mark(text: str, spans: Sequence[Span], covered: Sequence[str]) -> tuple[Span, ...] | None:
    """Return the spans as code points; None if they hold the words that the tool names in no unit of counting.

    Tools count code points, or UTF-16 units as browsers and Java do, or bytes. Without the words (`covered` empty),
    UTF-16 is taken only if code points would cut words and UTF-16 units would not.
    """
    read: list[tuple[Span, ...]] = []
    for convert in (_as_they_are, _from_utf_16, _from_bytes):
        moved = tuple(sorted(convert(text, spans)))
        if moved and all(0 <= start < end <= len(text) for start, end in moved):
            read.append(tuple(filter(None, (_trim(text, span) for span in moved))))
    if not any(covered):
        return next((spans for spans in read[:2] if _is_at_words(text, spans)), read[0] if read else None)
    wanted = _squeeze("".join(covered))
    return next((spans for spans in read if _squeeze("".join(text[a:b] for a, b in spans)) == wanted), None)


def _as_they_are(_text: str, spans: Sequence[Span]) -> Sequence[Span]:
    return spans


def _from_utf_16(text: str, spans: Sequence[Span]) -> Sequence[Span]:
    return _convert(text, spans, lambda character: 1 + (ord(character) > 0xFFFF))


def _from_bytes(text: str, spans: Sequence[Span]) -> Sequence[Span]:
    return _convert(text, spans, lambda character: len(character.encode("utf-8", "surrogatepass")))


def _convert(text: str, spans: Sequence[Span], measure: Callable[[str], int]) -> Sequence[Span]:
    """Return places in code points, or nothing where one lies inside a character."""
    places = {unit: index for index, unit in enumerate(accumulate(map(measure, text), initial=0))}
    if any(end not in places for span in spans for end in span):
        return ()
    return [(places[start], places[end]) for start, end in spans]


def _trim(text: str, span: Span) -> Span | None:
    start, end = span
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return (start, end) if start < end else None


def _is_at_words(text: str, spans: Sequence[Span]) -> bool:
    edges = [edge for span in spans for edge in span if 0 < edge < len(text)]
    return bool(spans) and not any(text[edge - 1].isalnum() and text[edge].isalnum() for edge in edges)


def _squeeze(text: str) -> str:
    """Return the text without white space, which tools write in different ways."""
    return "".join(text.replace("\\n", "\n").split())
