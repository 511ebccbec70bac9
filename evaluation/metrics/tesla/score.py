"""TESLA-M, with the compositionality of the reference's compounds where it is known.

    F = S / (0.8·Σ w_ref + 0.2·Σ w_hyp)   per similarity (s_ms, s_pos) and n = 1..3;   score = their mean

A compound of the reference that is not matched by itself has the similarity of its n-gram multiplied by its
compositionality. An n for which neither sentence is long enough is left out; an empty hypothesis scores 0.
Sources: Liu, Dahlmeier & Ng 2010; Salehi et al. 2015.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

import numpy as np

from evaluation.metrics.tesla.matching import (
    LONGEST,
    Flags,
    Floats,
    equal_lemmas,
    equal_pos,
    maximise,
    ngram_similarity,
    ngram_weights,
    word_similarity,
)
from evaluation.metrics.tesla.tokens import TeslaToken

Kind = Literal["ms", "pos"]
Scope = Literal["compound", "covering"]
Moment = Literal["before", "after"]
_RECALL_WEIGHT = 0.8


@dataclass(frozen=True, slots=True)
class Compound:
    """Words start … start + length of the reference, and its compositionality from 0 to 1; 0 asks for an exact match
    (the paper's TESLA 0/1)."""

    start: int
    length: int
    compositionality: float


@dataclass(frozen=True, slots=True)
class TeslaOptions:
    """Options of TESLA.

    `similarities` is ms alone if there are no parts of speech. `scope`: the n-gram that is the compound only, or every
    one that covers it. `moment`: multiply before the maximisation, or afterwards.
    """

    similarities: tuple[Kind, ...] = ("ms", "pos")
    scope: Scope = "compound"
    moment: Moment = "before"


@dataclass(frozen=True, slots=True)
class Match:
    """n-grams that were matched, by their first words; similarity is that which counted, flow at most their weight."""

    kind: Kind
    n: int
    hypothesis: int
    reference: int
    similarity: float
    flow: float


@dataclass(frozen=True, slots=True)
class TeslaScore:
    """The defined ones of the six `f`; `matches` only if requested."""

    score: float
    f: Mapping[tuple[Kind, int], float]
    matches: tuple[Match, ...] = ()


def score_tesla(
    hypothesis: Sequence[TeslaToken],
    reference: Sequence[TeslaToken],
    compounds: Sequence[Compound] = (),
    options: TeslaOptions | None = None,
    *,
    with_matches: bool = False,
    with_word_matches: bool = False,
) -> TeslaScore | None:
    """Return the score, or None if both sentences are empty.

    `with_matches` lists all matches; `with_word_matches` lists those of single words by s_ms, which costs nothing.
    """
    options = options or TeslaOptions()
    pair = _Pair(hypothesis, reference, compounds, options)
    f: dict[tuple[Kind, int], float] = {}
    matches: list[Match] = []
    for n in range(1, LONGEST + 1):
        weights, reference_weights = ngram_weights(hypothesis, n), ngram_weights(reference, n)
        whole = _RECALL_WEIGHT * reference_weights.sum() + (1 - _RECALL_WEIGHT) * weights.sum()
        if whole == 0:
            continue
        for kind in options.similarities:
            if kind == "pos" and not compounds and not with_matches:
                same = _weigh_pos(hypothesis, n, weights), _weigh_pos(reference, n, reference_weights)
                f[kind, n] = _sum_equal_pos(*same) / whole
                continue
            flow, similarity = pair.match(kind, n, weights, reference_weights)
            f[kind, n] = float((flow * similarity).sum() / whole)
            if with_matches or (with_word_matches and (kind, n) == ("ms", 1)):
                matches += _list_matches(kind, n, flow, similarity)
    return TeslaScore(sum(f.values()) / len(f), f, tuple(matches)) if f else None


class _Pair:
    """Similarities of the words of two sentences, from which those of n-grams follow."""

    def __init__(
        self,
        hypothesis: Sequence[TeslaToken],
        reference: Sequence[TeslaToken],
        compounds: Sequence[Compound],
        options: TeslaOptions,
    ) -> None:
        self.compounds, self.options = compounds, options
        self.lemmas = equal_lemmas(hypothesis, reference)
        pos = equal_pos(hypothesis, reference)
        self.words: dict[Kind, Floats] = {
            "ms": word_similarity(hypothesis, reference, self.lemmas, pos),
            "pos": pos.astype(np.float64),
        }

    def match(self, kind: Kind, n: int, weights: Floats, reference_weights: Floats) -> tuple[Floats, Floats]:
        """Return the flow of the best matching, and the similarities that count."""
        words = self.words[kind]
        if min(words.shape) < n:
            nothing = np.zeros((len(weights), len(reference_weights)))
            return nothing, nothing
        similarity = ngram_similarity(words, n)
        weighed = self._weigh_compounds(similarity, n) if self.compounds else similarity
        flow = maximise(weighed if self.options.moment == "before" else similarity, weights, reference_weights)
        return flow, weighed

    def _weigh_compounds(self, similarity: Floats, n: int) -> Floats:
        weighed = similarity.copy()
        for compound in self.compounds:
            for column in _covering(compound, n, similarity.shape[1], self.options.scope):
                exact = _find_exact(self.lemmas, compound, compound.start - column, similarity.shape[0])
                weighed[~exact, column] *= compound.compositionality
        return weighed


def _covering(compound: Compound, n: int, columns: int, scope: Scope) -> range:
    """Return the starts of the reference's n-grams whose similarity the compound changes."""
    if compound.length > n or (scope == "compound" and compound.length != n):
        return range(0)
    return range(max(0, compound.start + compound.length - n), min(compound.start + 1, columns))


def _find_exact(lemmas: Flags, compound: Compound, offset: int, rows: int) -> Flags:
    """Return flags for the hypothesis's n-grams that contain the compound itself `offset` words from their start."""
    exact = np.ones(rows, dtype=np.bool_)
    for word in range(compound.length):
        exact &= lemmas[offset + word : offset + word + rows, compound.start + word]
    return exact


def _sum_equal_pos(first: Mapping[tuple[str, ...], float], second: Mapping[tuple[str, ...], float]) -> float:
    """Return S of s_pos without a solver.

    N-grams with the same sequence of parts of speech match each other fully, so the flow is the lesser of their two
    weights.
    """
    return sum(min(weight, second[pos]) for pos, weight in first.items() if pos in second)


def _weigh_pos(tokens: Sequence[TeslaToken], n: int, weights: Floats) -> dict[tuple[str, ...], float]:
    """Return the weight of each sequence of parts of speech; one with an unknown part equals none."""
    tags = [token.pos for token in tokens]
    totals: dict[tuple[str, ...], float] = {}
    for pos, weight in zip(zip(*(tags[start:] for start in range(n)), strict=False), weights.tolist(), strict=True):
        totals[pos] = totals.get(pos, 0.0) + weight
    return {pos: weight for pos, weight in totals.items() if None not in pos}


def _list_matches(kind: Kind, n: int, flow: Floats, similarity: Floats) -> list[Match]:
    return [
        Match(kind, n, row, column, float(similarity[row, column]), float(flow[row, column]))
        for row, column in np.argwhere(flow > 0).tolist()
    ]
