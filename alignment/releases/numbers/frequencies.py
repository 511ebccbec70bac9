"""Links by the frequency of their words, as in table 3 of Bentivogli et al. 2016, counted over a release.

The paper counts words in an aligner's training text. A release has no training text, so frequencies here are those in
the released text itself, each side separately, words as written; pages that show them must say so.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, Literal

from alignment.readings.links import Label, Reading

BANDS = ("1", "2-5", "6-15", "16+")
_STARTS = (1, 2, 6, 16)
Side = Literal["source", "target"]
SIDES: tuple[Side, Side] = ("source", "target")


def frequency_band(frequency: int) -> str:
    """Return the frequency band of a word that occurs this often, at least once."""
    return BANDS[_find_band(frequency)]


def _find_band(frequency: int) -> int:
    return bisect_right(_STARTS, frequency) - 1


class FrequencyTable:
    """Sums over the pairs of a text whose words occur this often; only the vocabulary grows with the text."""

    def __init__(self, words: Mapping[Side, Mapping[str, int]]) -> None:
        # The index in BANDS of every word; sums and links are by these.
        self.bands: dict[Side, dict[str, int]] = {side: {} for side in SIDES}
        self.sums: dict[Side, dict[str, Counter[int]]] = {}
        for side in SIDES:
            self.sums[side] = {what: Counter() for what in ("types", "tokens", "words_with_sure", "unaligned")}
        self.links: Counter[tuple[int, int, Label]] = Counter()
        for side in SIDES:
            for word, frequency in words[side].items():
                band = self.bands[side][word] = _find_band(frequency)
                self.sums[side]["types"][band] += 1
                self.sums[side]["tokens"][band] += frequency

    def add_links(self, source_tokens: Sequence[str], target_tokens: Sequence[str], gold: Reading) -> None:
        """Count the gold links of a pair by the bands of their words."""
        source_bands, target_bands = (
            list(map(self.bands[side].__getitem__, tokens))
            for side, tokens in zip(SIDES, (source_tokens, target_tokens), strict=True)
        )
        self.links.update(
            zip(
                [source_bands[cell[0]] for cell in gold.links],
                [target_bands[cell[1]] for cell in gold.links],
                gold.links.values(),
                strict=True,
            )
        )
        sure = [cell for cell, label in gold.links.items() if label == "S"]
        sides = (source_bands, gold.unaligned_source), (target_bands, gold.unaligned_target)
        for index, (bands, unaligned) in enumerate(sides):
            sums = self.sums[SIDES[index]]
            sums["words_with_sure"].update(map(bands.__getitem__, {cell[index] for cell in sure}))
            if unaligned:
                sums["unaligned"].update(map(bands.__getitem__, unaligned))

    def to_json(self) -> dict[str, Any]:
        """Return `links[i][j]` between source band i and target band j, Sure and Possible; fertility is None if no word
        of the band has a Sure link.
        """
        links = []
        for source in range(len(BANDS)):
            row = [self.links[source, target, "S"] + self.links[source, target, "P"] for target in range(len(BANDS))]
            links.append(row)
        return {
            "of": "the words of the released text, each side separately",
            "bands": list(BANDS),
            "links": links,
            "source": self._list_rows("source"),
            "target": self._list_rows("target"),
        }

    def _list_rows(self, side: Side) -> list[dict[str, Any]]:
        return [self._row(side, band) for band in range(len(BANDS))]

    def _row(self, side: Side, band: int) -> dict[str, Any]:
        index, sums = SIDES.index(side), self.sums[side]
        sure = sum(n for bands, n in self.links.items() if bands[index] == band and bands[2] == "S")
        words = sums["words_with_sure"][band]
        return {
            "band": BANDS[band],
            **{what: sums[what][band] for what in sums},
            "sure_links": sure,
            # Sure links per word that has one, as the paper averages them.
            "fertility": sure / words if words else None,
        }
