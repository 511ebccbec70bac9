"""Formulas of compositionality predictors.

Salehi et al. 2015 (DS, SS, SS+DS), Garcia et al. 2021 (NC_out, NC_outComp), PPMI. Pure numbers; vectors, corpora and
translation tables come from outside.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray
from rapidfuzz.distance import LCSseq

MODIFIER_WEIGHT = 0.7
# The words that make up the vectors of DS, by their rank in the corpus from 1.
FIRST_RANK, LAST_RANK = 51, 1050
Vector = NDArray[np.float64]


def combine_parts(modifier: float, head: float) -> float:
    """Return comp = α·c(compound, modifier) + (1 − α)·c(compound, head), α = 0.7."""
    return MODIFIER_WEIGHT * modifier + (1 - MODIFIER_WEIGHT) * head


def cosine(first: Vector, second: Vector) -> float | None:
    """Return the cosine of two vectors of one length, or None if one of them is zero."""
    if first.shape != second.shape or first.ndim != 1:
        raise ValueError("Both vectors must have the same length.")
    lengths = float(np.linalg.norm(first) * np.linalg.norm(second))
    return float(np.dot(first, second)) / lengths if lengths else None


def nc_out(in_sentence: Vector, alone: Vector) -> float | None:
    """Return cos(compound in its sentence, compound alone)."""
    return cosine(in_sentence, alone)


def nc_out_comp(in_sentence: Vector, modifier: Vector, head: Vector) -> float | None:
    """Return cos(compound in its sentence, modifier alone + head alone)."""
    return cosine(in_sentence, modifier + head)


def distributional_similarity(vectors: Mapping[str, Vector], compound: str, modifier: str, head: str) -> float | None:
    """Return DS: 0.7·cos(compound, modifier) + 0.3·cos(compound, head); None if a word never occurs."""
    with_modifier = cosine(vectors[compound], vectors[modifier])
    with_head = cosine(vectors[compound], vectors[head])
    if with_modifier is None or with_head is None:
        return None
    return combine_parts(with_modifier, with_head)


def lcs_similarity(first: str, second: str) -> float:
    """Return 2·|longest common subsequence| / (|first| + |second|), over characters; 1 for two empty texts."""
    if not first and not second:
        return 1.0
    return 2 * LCSseq.similarity(first, second) / (len(first) + len(second))


def string_similarity(
    translations: Mapping[str, Mapping[str, str]], compound: str, modifier: str, head: str
) -> float | None:
    """Return SS: the mean over languages of the similarity of the compound's translation to that of each part.

    `translations` is language → word → translation; languages that lack one of the three count nowhere, and where
    all do there is None.
    """
    scores = []
    for table in translations.values():
        if {compound, modifier, head} <= table.keys():
            whole = table[compound]
            scores.append(combine_parts(lcs_similarity(whole, table[modifier]), lcs_similarity(whole, table[head])))
    return sum(scores) / len(scores) if scores else None


def mean_of_both(string: float | None, distributional: float | None) -> float | None:
    """Return SS+DS, their mean, or None if one is missing."""
    return None if string is None or distributional is None else (string + distributional) / 2


def ppmi(together: int, first: int, second: int, total: int) -> float:
    """Return max(0, log2(N·c(w1, w2) / (c(w1)·c(w2)))); 0 if the words never co-occur."""
    if min(together, first, second) < 0 or total <= 0 or together > min(first, second):
        raise ValueError("The counts are not consistent.")
    if not together:
        return 0.0
    return max(0.0, math.log2(total * together / (first * second)))
