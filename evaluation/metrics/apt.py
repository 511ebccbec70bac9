"""APT-Eval: the words aligned to an expression in the hypothesis against those in the reference.

    unigram = |set(hypothesis words) ∩ set(reference words)| / |reference words|        chrF = chrF2, from 0 to 1

Words are those that the links of any of the expression's tokens reach, in the order of the sentence. Without a
reference word there is no score and the expression is counted as left out; without a hypothesis word both are 0.
Sources: Fadaee et al. 2018; Baziotis, Mathur & Hasler 2023.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Self

from evaluation.metrics.averages import LabelTallies

if TYPE_CHECKING:
    from sacrebleu.metrics.chrf import CHRF


@dataclass(frozen=True, slots=True)
class AptScore:
    unigram: float
    chrf: float


def align_words(source_indices: Collection[int], links: Iterable[tuple[int, int]], tokens: Sequence[str]) -> list[str]:
    """Return the target tokens linked to any of the source tokens, each once.

    Raise IndexError for a link past the end.
    """
    reached = {target for source, target in links if source in source_indices}
    if reached and max(reached) >= len(tokens):
        raise IndexError(f"A link points to token {max(reached)}, but the sentence has {len(tokens)} tokens.")
    return [tokens[index] for index in sorted(reached)]


@cache
def _chrf() -> CHRF:
    from sacrebleu.metrics.chrf import CHRF  # sacrebleu loads a Redis client

    return CHRF()


def score_apt(reference: Sequence[str], hypothesis: Sequence[str]) -> AptScore | None:
    """Return the scores of the aligned words as spelled, or None without a reference word."""
    if not reference:
        return None
    if not hypothesis:
        return AptScore(0.0, 0.0)
    unigram = len(set(hypothesis) & set(reference)) / len(reference)
    return AptScore(unigram, _chrf().sentence_score(" ".join(hypothesis), [" ".join(reference)]).score / 100)


@dataclass(slots=True)
class AptSums:
    """Both scores by label; `left_out` are expressions without a reference word. Sums of chunks add up exactly."""

    unigram: LabelTallies = field(default_factory=LabelTallies)
    chrf: LabelTallies = field(default_factory=LabelTallies)
    left_out: int = 0

    def put(self, label: str, score: AptScore | None) -> None:
        if score is None:
            self.left_out += 1
            return
        self.unigram.put(label, score.unigram)
        self.chrf.put(label, score.chrf)

    def __add__(self, other: Self) -> Self:
        return type(self)(self.unigram + other.unigram, self.chrf + other.chrf, self.left_out + other.left_out)
