"""Token scores of compounds against their type scores: by class, spread over sentences, and spread of each scale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from idiomaticity.ratings.judgements import SCALES, Scale
from idiomaticity.ratings.scores import ALIKE, CLASSES, ClassSummary, CompoundScore, count_alike, summarise

WHISKER = 1.5
Means = Mapping[Scale, float]


@dataclass(frozen=True, slots=True)
class ScoredCompound:
    """A compound with its number, its scores, and its pooled mean on each scale that it was rated on here."""

    number: int
    score: CompoundScore
    means: Means


@dataclass(frozen=True, slots=True)
class Box:
    """Five numbers of a box plot after Tukey, n and mean; `outliers` lie beyond the whiskers, sorted."""

    scale: Scale
    compound_class: str
    n: int
    mean: float
    low: float
    lower: float
    median: float
    upper: float
    high: float
    outliers: tuple[float, ...]


@dataclass(frozen=True, slots=True)
class TokenTypeReport:
    """Figures that compare token-level and type-level scores of a project's compounds."""

    compounds: Sequence[ScoredCompound]
    classes: list[ClassSummary]
    boxes: list[Box]
    alike: int
    with_spread: int

    @property
    def both(self) -> list[ScoredCompound]:
        """Return the compounds with token and type score."""
        return [each for each in self.compounds if each.score.token is not None and each.score.type is not None]

    @property
    def most_variable(self) -> list[ScoredCompound]:
        """Return the compounds whose sentence means have a spread, the most variable first."""
        defined = [each for each in self.compounds if each.score.sentence_spread.value is not None]
        return sorted(defined, key=lambda each: (-(each.score.sentence_spread.value or 0), each.number))


def write_token_type(compounds: Sequence[ScoredCompound]) -> TokenTypeReport:
    """Return every figure over these compounds."""
    scores = [each.score for each in compounds]
    alike, with_spread = count_alike(scores)
    return TokenTypeReport(compounds, summarise(scores), summarise_boxes(compounds), alike, with_spread)


def summarise_boxes(compounds: Sequence[ScoredCompound]) -> list[Box]:
    """Return a box for each scale and class that has a mean, compounds without a class last.

    Published studies with means of the whole alone get boxes of the whole alone.
    """
    boxes = []
    for scale in SCALES:
        for name in (*CLASSES, ""):
            own = [each for each in compounds if each.score.compound_class == name]
            values = [each.means[scale] for each in own if scale in each.means]
            if values:
                boxes.append(summarise_box(scale, name, values))
    return boxes


def summarise_box(scale: Scale, compound_class: str, values: Sequence[float]) -> Box:
    """Return a box with quartiles by linear interpolation; raise ValueError without values.

    Whiskers reach the last values within WHISKER interquartile ranges of the box.
    """
    if not values:
        raise ValueError("A box needs values.")
    ordered = np.sort(np.asarray(values, dtype=np.float64))
    lower, median, upper = (float(each) for each in np.percentile(ordered, [25, 50, 75]))
    reach = WHISKER * (upper - lower)
    inside = ordered[(ordered >= lower - reach - 1e-12) & (ordered <= upper + reach + 1e-12)]
    outside = ordered[(ordered < inside[0]) | (ordered > inside[-1])]
    return Box(
        scale=scale,
        compound_class=compound_class,
        n=len(ordered),
        mean=float(ordered.mean()),
        low=float(inside[0]),
        lower=lower,
        median=median,
        upper=upper,
        high=float(inside[-1]),
        outliers=tuple(float(each) for each in outside),
    )


def name_class(name: str, *, of_all: str = "no class") -> str:
    """Return the class as pages and files write it."""
    return CLASSES.get(name, of_all)


def list_compounds(report: TokenTypeReport) -> Iterator[list[Any]]:
    """Yield every compound as a row of a file."""
    most = max((len(each.score.sentence_means) for each in report.compounds), default=0)
    sentences = [f"sentence_{number}" for number in range(1, most + 1)]
    means = [f"mean_{scale}" for scale in SCALES]
    yield ["number", "compound", "class", "type_score", "token_score", "sentence_spread", *means, *sentences]
    for each in report.compounds:
        score = each.score
        row = [each.number, score.compound, score.compound_class, score.type, score.token, score.sentence_spread.value]
        given = list(score.sentence_means) + [None] * (most - len(score.sentence_means))
        yield [*row, *(each.means.get(scale) for scale in SCALES), *given]


def list_classes(report: TokenTypeReport) -> Iterator[list[Any]]:
    """Yield the figures by class as rows of a file."""
    yield ["class", "compounds", "mean", "sd", "rho", "compared"]
    for row in report.classes:
        name = name_class(row.compound_class, of_all="all")
        yield [name, row.compounds, row.mean.value, row.spread.value, row.rho.value, row.compared]


def list_boxes(report: TokenTypeReport) -> Iterator[list[Any]]:
    """Yield the boxes as rows of a file."""
    yield ["scale", "class", "n", "mean", "low", "lower_quartile", "median", "upper_quartile", "high", "outliers"]
    for box in report.boxes:
        five = [box.low, box.lower, box.median, box.upper, box.high]
        yield [box.scale, name_class(box.compound_class), box.n, box.mean, *five, len(box.outliers)]


TABLES = {"compounds": list_compounds, "classes": list_classes, "boxes": list_boxes}


def to_json(report: TokenTypeReport) -> dict[str, Any]:
    """Return the report as the API presents it."""
    return {
        "classes": [
            {
                "compound_class": row.compound_class,
                "compounds": row.compounds,
                "mean": row.mean.value,
                "sd": row.spread.value,
                "rho": row.rho.value,
                "reason": row.rho.reason,
                "compared": row.compared,
            }
            for row in report.classes
        ],
        "boxes": [
            {
                "scale": box.scale,
                "compound_class": box.compound_class,
                "n": box.n,
                "mean": box.mean,
                "low": box.low,
                "lower_quartile": box.lower,
                "median": box.median,
                "upper_quartile": box.upper,
                "high": box.high,
                "outliers": list(box.outliers),
            }
            for box in report.boxes
        ],
        "alike": report.alike,
        "with_spread": report.with_spread,
        "alike_below": ALIKE,
        "most_variable": [
            {
                "number": each.number,
                "compound": each.score.compound,
                "spread": each.score.sentence_spread.value,
                "sentence_means": list(each.score.sentence_means),
            }
            for each in report.most_variable[:100]
        ],
    }
