"""Signs in a file of links of where it counts from, and its first link that fits its text from neither 0 nor 1."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from alignment.formats import AlignedSentence, Base, find_index_past_end
from alignment.formats.detection import IndexSigns
from alignment.readings.links import Reading


@dataclass(frozen=True, slots=True)
class Misfit:
    """A line with a link past the end of its pair, and the sentence that says so."""

    line: int
    sentence: str


@dataclass(slots=True)
class BaseSigns(IndexSigns):
    """Signs in rows that were read from 0, beside the pairs with their numbers; rows with an id may be of other pairs,
    so that they are no misfits.
    """

    from_0: Misfit | None = None
    from_1: Misfit | None = None

    def add(self, row: AlignedSentence, source_length: int, target_length: int) -> None:
        """Note an index 0, one equal to the number of tokens, and the first ones past the end."""
        self.note_indices(row.reading, source_length, target_length)
        is_past_end = any(source >= source_length or target >= target_length for source, target in row.reading.links)
        if row.identifier is None and is_past_end:
            self.from_0 = self.from_0 or _find_misfit(row, source_length, target_length, 0)
            self.from_1 = self.from_1 or _find_misfit(row, source_length, target_length, 1)


def find_shown_base(signs: Sequence[BaseSigns]) -> Base | None:
    """Return the first index of files of one tool, if they show any and fit their text with it."""
    has_zero, has_length = any(file.has_zero for file in signs), any(file.has_length for file in signs)
    if has_zero:
        return None if has_length and any(file.from_0 for file in signs) else 0
    return 1 if has_length else None


def find_misfit(signs: Sequence[BaseSigns]) -> tuple[int, Misfit] | None:
    """Return the index of the first of the files that does not fit its text from wherever it is counted, and where."""
    has_zero = any(file.has_zero for file in signs)
    either = "That is past the end whether words are counted from 0 or from 1"
    reason = "Words are counted from 0, as an index is 0" if has_zero else either
    for index, file in enumerate(signs):
        if misfit := file.from_0 if has_zero else file.from_1:
            return index, Misfit(misfit.line, f"{misfit.sentence} {reason}")
    return None


def _find_misfit(row: AlignedSentence, source_length: int, target_length: int, base: Base) -> Misfit | None:
    links = {(source - base, target - base): label for (source, target), label in row.reading.links.items()}
    fault = find_index_past_end(replace(row, reading=Reading(links)), source_length, target_length)
    return Misfit(row.line, fault) if fault else None
