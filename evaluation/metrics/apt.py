"""APT-Eval: the words aligned to an expression in the hypothesis against those in the reference.

    unigram = |set(hypothesis words) ∩ set(reference words)| / |reference words|        chrF = chrF2, from 0 to 1

Words are those that the links of any of the expression's tokens reach, in the order of the sentence. Without a
reference word there is no score and the expression is counted as left out; without a hypothesis word both are 0.
Sources: Fadaee et al. 2018; Baziotis, Mathur & Hasler 2023.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sacrebleu.metrics.chrf import CHRF


@dataclass(frozen=True, slots=True)
class AptScore:
    unigram: float
    chrf: float


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
