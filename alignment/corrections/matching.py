"""A corrected sentence compared with the one it replaces: which words are the same, and the effect on a reading."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Literal

from alignment.pairs.differences import map_tokens
from alignment.readings.links import Reading

Stretch = tuple[Literal["same", "gone", "new"], str]


@dataclass(frozen=True, slots=True)
class Correction:
    """New tokens for both sides; `source` and `target` map old indices of unchanged words to new ones.

    A word is unchanged if aligning both token lists (difflib) finds it again; with `keep_respelled` also if as many
    words replace others, as when a misspelling is corrected.
    """

    before: tuple[Sequence[str], Sequence[str]]
    after: tuple[Sequence[str], Sequence[str]]
    keep_respelled: bool = False

    @property
    def source(self) -> dict[int, int]:
        return map_tokens(self.before[0], self.after[0], keep_respelled=self.keep_respelled)

    @property
    def target(self) -> dict[int, int]:
        return map_tokens(self.before[1], self.after[1], keep_respelled=self.keep_respelled)

    def carry(self, reading: Reading) -> Reading:
        """Return the part of a reading that is kept: links between unchanged words, and marks on them."""
        source, target = self.source, self.target
        links = {
            (source[i], target[j]): label for (i, j), label in reading.links.items() if i in source and j in target
        }
        return Reading(links, _move(reading.unaligned_source, source), _move(reading.unaligned_target, target))

    def target_words(self, sources: Sequence[int], targets: Sequence[int]) -> tuple[list[int], list[int]]:
        """Return the new indices of the target words on both sides; they stay target words when respelled."""
        source = map_tokens(self.before[0], self.after[0], keep_respelled=True)
        target = map_tokens(self.before[1], self.after[1], keep_respelled=True)
        return sorted(_move(sources, source)), sorted(_move(targets, target))


def mark_changes(before: Sequence[str], after: Sequence[str]) -> list[Stretch]:
    """Return both sentences merged into stretches that are kept, removed or added."""
    stretches: list[Stretch] = []
    for kind, start, end, new_start, new_end in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if kind == "equal":
            stretches.append(("same", " ".join(after[new_start:new_end])))
            continue
        if start < end:
            stretches.append(("gone", " ".join(before[start:end])))
        if new_start < new_end:
            stretches.append(("new", " ".join(after[new_start:new_end])))
    return stretches


def _move(indices: frozenset[int] | Sequence[int], places: Mapping[int, int]) -> frozenset[int]:
    return frozenset(places[index] for index in indices if index in places)
