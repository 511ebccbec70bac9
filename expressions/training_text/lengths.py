"""Pairs too long or too uneven for training, as Baziotis et al. 2023 (§3.1) leave them out: 80 words, ratio 1.5."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from annotation_site.texts.segmentation import is_unspaced, segment_words
from annotation_site.texts.tokens import TokenMethod, tokenise

Fault = Literal["too_long", "uneven"]
FAULTS: tuple[Fault, ...] = ("too_long", "uneven")
MOST_WORDS = 10_000
MOST_RATIO = 100.0


def check_limits(most_words: int | None, length_ratio: float | None) -> None:
    """Raise ValueError for limits that no pair, or every pair, keeps."""
    if most_words is not None and not 1 <= most_words <= MOST_WORDS:
        raise ValueError(f"The most words of a sentence are 1 to {MOST_WORDS:,}.")
    if length_ratio is not None and not 1 <= length_ratio <= MOST_RATIO:
        raise ValueError(f"The length ratio is 1 to {MOST_RATIO:g}.")


@dataclass(frozen=True, slots=True)
class LengthFilter:
    """The most words of a side, and the greatest ratio of the longer side to the shorter; None for no limit.

    Words are counted as `tokens` cuts them, in languages without spaces as ICU does.
    """

    most_words: int | None
    length_ratio: float | None
    tokens: TokenMethod

    def find_fault(self, *sides: tuple[str, str]) -> Fault | None:
        """Return why a pair of (text, language) is left out; a pair with both faults is too long."""
        if self.most_words is None and self.length_ratio is None:
            return None
        shorter, longer = sorted(self._count(text, language) for text, language in sides)
        if self.most_words is not None and longer > self.most_words:
            return "too_long"
        if self.length_ratio is not None and longer > self.length_ratio * shorter:
            return "uneven"
        return None

    def _count(self, text: str, language: str) -> int:
        return len(segment_words(text, language) if is_unspaced(language) else tokenise(text, language, self.tokens))
