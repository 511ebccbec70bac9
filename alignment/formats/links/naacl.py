"""The format of the NAACL 2003 and ACL 2005 shared tasks: one line per link, `18 3 4 S 0.97`, 0 meaning NULL."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import repeat

from alignment.formats.links.aligned import (
    MAX_SENTENCE_NUMBER,
    AlignedRow,
    AlignedSentence,
    AlignmentFormat,
    Base,
    Link,
)
from alignment.readings.links import Cell, Label, Reading
from annotation_site.texts.faults import reject

_INDEX = re.compile("[0-9]{1,8}")
_CONFIDENCE = re.compile(r"[0-9]*\.?[0-9]+([eE][-+]?[0-9]+)?")
# A number such as 1e999 would become infinite, which JSON cannot hold.
_MAX_CONFIDENCE = 1e300


class _OpenSentence:
    """The lines of one sentence, collected until another number comes."""

    def __init__(self, number: int, line: int) -> None:
        self.number = number
        self.line = line
        self.links: dict[Cell, Label] = {}
        self.unaligned_source: set[int] = set()
        self.unaligned_target: set[int] = set()
        self.confidences: dict[Cell, float] = {}

    def add(self, source: int | None, target: int | None, label: Label, confidence: float | None) -> None:
        if source is None and target is not None:
            self.unaligned_target.add(target)
        elif target is None and source is not None:
            self.unaligned_source.add(source)
        elif source is not None and target is not None and self.links.get((source, target)) != "S":
            self.links[source, target] = label
            if confidence is not None:
                self.confidences[source, target] = confidence

    def close(self) -> AlignedSentence:
        marks = frozenset(self.unaligned_source), frozenset(self.unaligned_target)
        reading = Reading(self.links, *marks)
        return AlignedSentence(self.number, reading, self.line, str(self.number), confidences=self.confidences or None)


def _parse_line(text: str, base: Base) -> tuple[int, int | None, int | None, Label, float | None]:
    """Return sentence, source and target (None: NULL), label and confidence. Raise ValueError with a message for the
    user.
    """
    fields = text.split()
    if not 3 <= len(fields) <= 5 or not all(_INDEX.fullmatch(field) for field in fields[:3]):
        raise ValueError("A line needs sentence, source and target as numbers, optionally followed by S or P.")
    label: Label = "S"
    confidence = None
    for field in fields[3:]:
        if field in ("S", "P"):
            label = "P" if field == "P" else "S"
        elif not _CONFIDENCE.fullmatch(field):
            raise ValueError(f"“{field[:40]}” is neither S nor P nor a confidence.")
        else:
            confidence = min(float(field), _MAX_CONFIDENCE)
    sentence, source, target = map(int, fields[:3])
    if not 1 <= sentence <= MAX_SENTENCE_NUMBER:
        raise ValueError(f"Sentence numbers go from 1 to {MAX_SENTENCE_NUMBER}, not {sentence}.")
    if base == 0:
        return sentence, source, target, label, confidence
    # Counted from 1, a 0 stands for no word.
    source_index = source - 1 if source else None
    target_index = target - 1 if target else None
    return sentence, source_index, target_index, label, confidence


def _read_rows(lines: Iterable[str], base: Base) -> Iterator[AlignedRow]:
    """Yield sentences while streaming: a sentence's lines must be adjacent and numbers must rise, otherwise they are
    rejected.

    A word linked to 0 is marked as unaligned (base 1 only: with base 0 there is no NULL).
    """
    current: _OpenSentence | None = None
    for line, text in enumerate(lines, start=1):
        if not text.strip():
            continue
        try:
            number, source, target, label, confidence = _parse_line(text, base)
            if current is not None and number < current.number:
                raise ValueError(f"Sentence {number} comes after sentence {current.number}.")
        except ValueError as error:
            yield reject(line, str(error), text)
            continue
        if current is None or number != current.number:
            if current is not None:
                yield current.close()
            current = _OpenSentence(number, line)
        current.add(source, target, label, confidence)
    if current is not None:
        yield current.close()


def _write_rows(sentences: Iterable[AlignedSentence], base: Base) -> Iterator[str]:
    """Yield a line for each link and mark; marks are links to 0, which only base 1 can express."""
    for sentence in sentences:
        reading, number = sentence.reading, sentence.number
        links = sorted(reading.links.items())
        if sentence.confidences is None:
            start = f"{number} "
            yield from [start + link for link in map(_write_link, links, repeat(base))]
        else:
            for (source, target), label in links:
                confidence = sentence.confidences.get((source, target))
                scored = "" if confidence is None else f" {confidence!r}"
                yield f"{number} {source + base} {target + base} {label}{scored}\n"
        if base == 1:
            yield from [f"{number} {word + 1} 0 S\n" for word in sorted(reading.unaligned_source)]
            yield from [f"{number} 0 {word + 1} S\n" for word in sorted(reading.unaligned_target)]


# Most links lie near the diagonal of sentences of a few dozen words: few occur, many times each.
@lru_cache(maxsize=1 << 14)
def _write_link(link: Link, base: Base) -> str:
    (source, target), label = link
    return f"{source + base} {target + base} {label}\n"


NAACL = AlignmentFormat(
    "naacl",
    1,
    _read_rows,
    _write_rows,
    sparse=True,
    keeps=frozenset({"marks", "confidences"}),
    zero_is_null=True,
    example="18 3 4 S",
)
