"""The result of a selection: selected pairs, reasons against the others, and statistics."""

from __future__ import annotations

from array import array
from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from alignment.selection.lengths import Bounds
from alignment.selection.profile import Profile
from alignment.selection.settings import SelectionSettings
from alignment.selection.statistics import TextCounts
from annotation_site.texts.faults import Rejected

# The rarest band of a pair's source, and of its target; None where that side has no word that counts.
Stratum = tuple[int | None, int | None]


@dataclass(slots=True)
class Selection:
    """`numbers` are places in the text, ascending from 1; `left_out` counts the other pairs by the first reason against
    them. Statistics of the selected pairs are complete once they have been read.
    """

    settings: SelectionSettings
    bounds: Bounds
    corpus: TextCounts
    within_bounds: TextCounts
    chosen: TextCounts
    left_out: Counter[str]
    rejected: list[Rejected]
    eligible: dict[Stratum, int] = field(default_factory=dict)
    numbers: array[int] = field(default_factory=lambda: array("I"))
    target_words: Counter[tuple[str, int]] = field(default_factory=Counter)
    profile: Profile | None = None

    def _list_target_words(self, side: str) -> list[int]:
        """Return the number of target words of the side in each band."""
        return [self.target_words[side, band] for band in range(len(self.settings.bands))]

    def to_json(self) -> dict[str, Any]:
        bands = [str(band) for band in self.settings.bands]
        return {
            "settings": self.settings.to_json(),
            "bounds": self.bounds.to_json(),
            "left_out": dict(sorted(self.left_out.items())),
            "rejected": [{"line": row.line, "reason": row.reason} for row in self.rejected],
            "corpus": self.corpus.to_json(),
            "within_bounds": self.within_bounds.to_json(),
            "chosen": self.chosen.to_json(),
            "bands": bands,
            "target_words": {side: self._list_target_words(side) for side in ("source", "target")},
            "strata": [
                {
                    "source": None if source is None else bands[source],
                    "target": None if target is None else bands[target],
                    "eligible": count,
                }
                for (source, target), count in self.eligible.items()
            ],
        }
