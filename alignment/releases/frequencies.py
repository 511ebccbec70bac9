"""Links by the frequency of their words, as in table 3 of Bentivogli et al. 2016, counted over a release.

The paper counts words in an aligner's training text. A release has no training text, so frequencies here are those in
the released text itself, each side separately, words as written; pages that show them must say so.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import Counter
from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from typing import Any, Literal

from alignment.readings.links import Reading

BANDS = ("1", "2-5", "6-15", "16+")
_STARTS = (1, 2, 6, 16)
Side = Literal["source", "target"]
SIDES: tuple[Side, Side] = ("source", "target")
Lines = Callable[[], AbstractContextManager[Iterable[str]]]


def frequency_band(frequency: int) -> str:
    """Return the frequency band of a word that occurs this often, at least once."""
    return BANDS[bisect_right(_STARTS, frequency) - 1]


@dataclass
class FrequencyTable:
    """Sums over pairs; `words` is a side's vocabulary with its counts, and only this grows with the text."""

    words: dict[Side, Counter[str]] = field(default_factory=lambda: {side: Counter() for side in SIDES})
    links: Counter[tuple[str, str]] = field(default_factory=Counter)
    sums: Counter[tuple[Side, str, str]] = field(default_factory=Counter)

    def add_text(self, source_tokens: Iterable[str], target_tokens: Iterable[str]) -> None:
        """Count the words of a pair; call it for all pairs before `add_links`."""
        self.words["source"].update(source_tokens)
        self.words["target"].update(target_tokens)

    def add_links(self, source_tokens: list[str], target_tokens: list[str], gold: Reading) -> None:
        """Count links by the bands of their words, once all words are counted."""
        bands = [
            [frequency_band(self.words[side][token]) for token in tokens]
            for side, tokens in zip(SIDES, (source_tokens, target_tokens), strict=True)
        ]
        for source, target in gold.links:
            self.links[bands[0][source], bands[1][target]] += 1
        unaligned = (gold.unaligned_source, gold.unaligned_target)
        for place, side in enumerate(SIDES):
            sure = Counter(cell[place] for cell in gold.cells("S"))
            self._add(side, "tokens", bands[place])
            self._add(side, "sure_links", [bands[place][token] for token in sure.elements()])
            self._add(side, "words_with_sure", [bands[place][token] for token in sure])
            self._add(side, "unaligned", [bands[place][token] for token in unaligned[place]])

    def _add(self, side: Side, what: str, bands: Iterable[str]) -> None:
        self.sums.update((side, what, name) for name in bands)

    def to_json(self) -> dict[str, Any]:
        """Return `links[i][j]` between source band i and target band j, Sure and Possible; fertility is None if no word
        of the band has a Sure link.
        """
        return {
            "of": "the words of the released text, each side separately",
            "bands": list(BANDS),
            "links": [[self.links[source, target] for target in BANDS] for source in BANDS],
            **{side: [self._row(side, name) for name in BANDS] for side in SIDES},
        }

    def _row(self, side: Side, name: str) -> dict[str, Any]:
        row: dict[str, Any] = {
            what: self.sums[side, what, name] for what in ("tokens", "sure_links", "words_with_sure", "unaligned")
        }
        types = sum(frequency_band(count) == name for count in self.words[side].values())
        words = row["words_with_sure"]
        # Sure links per word that has one, as the paper averages them.
        return {"band": name, "types": types, **row, "fertility": row["sure_links"] / words if words else None}


def count_by_frequency(texts: Lines, gold: Lines, *, report: Callable[[], None] | None = None) -> dict[str, Any]:
    """Return `frequencies` of a manifest from the lines of texts.jsonl, read twice, and gold.jsonl."""
    table = FrequencyTable()
    with texts() as lines:
        for line in lines:
            text = json.loads(line)
            table.add_text(text["source_tokens"], text["target_tokens"])
    with texts() as lines, gold() as gold_lines:
        for line, gold_line in zip(lines, gold_lines, strict=True):
            text = json.loads(line)
            table.add_links(text["source_tokens"], text["target_tokens"], Reading.from_json(json.loads(gold_line)))
            if report is not None:
                report()
    return table.to_json()
