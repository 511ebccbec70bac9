"""The three experiments of NCTTI’s §4, on whether a model sees in a compound what people see.

    prediction   ρ of similarities with people's scores: over sentences (token level), over compounds (type level)
    pairs        for each compound, ρ over the pairs of its sentences of the Euclidean distance of people's vectors
                 (whole, head, modifier) and the similarity of the sentences; the mean of these ρ, and their spread.
                 Distance against similarity: below 0 means that the model follows people.
    spread       ρ over compounds of the standard deviations (ddof 1) of people's sentence means, and of the model's
                 similarities of the compound between its sentences

ρ is Spearman's; p is two-sided, of the t distribution, of up to seven values exact. Undefined is None with a reason.
Source: Garcia et al. 2021, §4.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any

import numpy as np

from idiomaticity.predictors.probing.cells import Cell, correlate_by_class
from idiomaticity.predictors.probing.similarities import MEASURES, PairKey, SentenceKey, Similarities
from idiomaticity.ratings.scores import CLASSES, spearman, spread

# Whole, head, modifier: means of one sentence's ratings. Head and modifier are None where only the whole is known.
Scores = tuple[float, float | None, float | None]


@dataclass(frozen=True, slots=True)
class HumanCompound:
    """People's scores of a compound; of its sentences, by number, only those that have ratings."""

    compound: str
    compound_class: str = ""
    type: float | None = None
    token: float | None = None
    sentences: Mapping[int, Scores] = field(default_factory=dict)


ByCompound = Mapping[str, float | None]


def run_experiments(
    human: Mapping[str, HumanCompound], similarities: Similarities, corpus: Mapping[str, ByCompound] | None = None
) -> list[Cell]:
    """Return all three experiments, with classes.

    `human` is by the compound's normal form; `corpus` holds PPMI and frequency where known.
    """
    cells = [cell for measure in MEASURES for cell in _predict(human, similarities, measure, corpus or {})]
    return [*cells, *compare_pairs(human, similarities.pairs), *compare_spreads(human, similarities.pairs)]


def correlate_compounds(human: Mapping[str, HumanCompound], measure: str, values: ByCompound) -> list[Cell]:
    """Correlate a predictor that has one value for each compound with token and type scores."""
    cells = []
    for level in ("token", "type"):
        points = [
            (compound.compound_class, values.get(key), getattr(compound, level)) for key, compound in human.items()
        ]
        cells += correlate_by_class(("prediction", measure, "human", level), points)
    return cells


def compare_pairs(
    human: Mapping[str, HumanCompound], pairs: Mapping[PairKey, Mapping[str, float | None]]
) -> list[Cell]:
    """Return the mean of the compounds' own ρ, the result of the sentence-pair experiment."""
    by_class: dict[str, list[float | None]] = defaultdict(list)
    for key, compound in human.items():
        rho = _rho_of_compound(key, compound, pairs)
        # The empty name is that of all classes together.
        for name in {"", compound.compound_class}:
            by_class[name].append(rho)
    return [_average(by_class[name], name) for name in ("", *CLASSES) if name in by_class]


def compare_spreads(
    human: Mapping[str, HumanCompound], pairs: Mapping[PairKey, Mapping[str, float | None]]
) -> list[Cell]:
    """Correlate the spread of the model with the spread of people's scores over a compound's sentences."""
    points = []
    for key, compound in human.items():
        numbers = sorted(compound.sentences)
        cosines = [pairs.get((key, *pair), {}).get("compound_similarity") for pair in combinations(numbers, 2)]
        known = [value for value in cosines if value is not None]
        own = spread([compound.sentences[number][0] for number in numbers]).value
        # A pair missing would compare the model's spread over other sentences than people's.
        of_model = spread(known).value if len(known) == len(cosines) else None
        points.append((compound.compound_class, of_model, own))
    return correlate_by_class(("spread", "compound_similarity", "human", "compound"), points)


def _predict(
    human: Mapping[str, HumanCompound],
    similarities: Similarities,
    measure: str,
    corpus: Mapping[str, ByCompound],
) -> list[Cell]:
    of_sentence = {key: values.get(measure) for key, values in similarities.sentences.items()}
    if all(value is None for value in of_sentence.values()):
        return []
    means = _mean_by_compound(of_sentence)
    cells = correlate_by_class(
        ("prediction", measure, "human", "token"),
        [
            (compound.compound_class, of_sentence.get((key, number)), scores[0])
            for key, compound in human.items()
            for number, scores in compound.sentences.items()
        ],
    )
    cells += correlate_by_class(
        ("prediction", measure, "human", "type"),
        [(compound.compound_class, means.get(key), compound.type) for key, compound in human.items()],
    )
    for against, values in corpus.items():
        tokens = [
            (human[key].compound_class, value, values.get(key))
            for (key, _), value in of_sentence.items()
            if key in human
        ]
        types = [(compound.compound_class, means.get(key), values.get(key)) for key, compound in human.items()]
        # Over all classes together, as in the paper: they show whether a model follows frequency at all.
        cells += [
            correlate_by_class(("prediction", measure, against, level), points)[0]
            for level, points in (("token", tokens), ("type", types))
        ]
    return cells


def _mean_by_compound(of_sentence: Mapping[SentenceKey, float | None]) -> dict[str, float]:
    values: dict[str, list[float]] = defaultdict(list)
    for (key, _), value in of_sentence.items():
        if value is not None:
            values[key].append(value)
    return {key: math.fsum(known) / len(known) for key, known in values.items()}


def _rho_of_compound(
    key: str, compound: HumanCompound, pairs: Mapping[PairKey, Mapping[str, float | None]]
) -> float | None:
    distances, similarities = [], []
    vectors = _vectors(compound.sentences)
    for first, second in combinations(sorted(vectors), 2):
        similarity = pairs.get((key, first, second), {}).get("sentence_similarity")
        if similarity is not None:
            # Rounded, so that equal values tie in spite of their last bits.
            distances.append(round(float(np.linalg.norm(vectors[first] - vectors[second])), 12))
            similarities.append(round(similarity, 12))
    return spearman(distances, similarities).value


def _vectors(sentences: Mapping[int, Scores]) -> dict[int, Any]:
    """Return scores of the whole, head and modifier, or of the whole alone if any sentence lacks one of the others."""
    is_whole_alone = any(None in scores for scores in sentences.values())
    return {
        number: np.asarray(scores[:1] if is_whole_alone else scores, dtype=np.float64)
        for number, scores in sentences.items()
    }


def _average(values: Sequence[float | None], name: str) -> Cell:
    known = [value for value in values if value is not None]
    mean = math.fsum(known) / len(known) if known else None
    return Cell(
        "pairs",
        "sentence_similarity",
        "human",
        "compound",
        name,
        mean,
        len(known),
        sd=spread(known).value,
        left_out=len(values) - len(known),
        reason=""
        if known
        else "No compound has three sentence pairs with differences in both human scores and similarities.",
    )
