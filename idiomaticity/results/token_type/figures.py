"""Token scores of compounds against their type scores: by class, spread over sentences, and spread of each scale."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

import numpy as np

from idiomaticity.ratings.scores import ALIKE, CLASSES, ClassSummary, CompoundScore, count_alike, summarise
from idiomaticity.scales.judgements import SCALES, Scale
from idiomaticity.scales.score_scale import PAPER_SCALE, ScoreScale

WHISKER = 1.5
LEVELS = ("token", "type")
Means = Mapping[Scale, float]


@dataclass(frozen=True, slots=True)
class ScoredCompound:
    """A compound with its number, its scores, and its mean on each scale in sentences, pooled, and by itself."""

    number: int
    score: CompoundScore
    means: Means
    type_means: Means = field(default_factory=dict)

    def means_at(self, level: str) -> Means:
        """Return the means at token or type level."""
        return self.means if level == "token" else self.type_means


@dataclass(frozen=True, slots=True)
class Box:
    """Five numbers of a box plot after Tukey, n, mean and standard deviation (ddof 1, None for one value); `outliers`
    lie beyond the whiskers, sorted."""

    scale: Scale
    compound_class: str
    n: int
    mean: float
    sd: float | None
    low: float
    lower: float
    median: float
    upper: float
    high: float
    outliers: tuple[float, ...]
    level: str = "token"

    @property
    def title(self) -> str:
        """Return the scale with its level."""
        return self.scale if self.level == "token" else f"{self.scale}, type level"


@dataclass(frozen=True, slots=True)
class TokenTypeReport:
    """Figures that compare token-level and type-level scores of a project's compounds."""

    compounds: Sequence[ScoredCompound]
    classes: list[ClassSummary]
    boxes: list[Box]
    alike: int
    with_spread: int
    scale: ScoreScale = PAPER_SCALE

    @property
    def alike_below(self) -> float:
        """Return the spread below which the paper calls sentences alike, on the scale of the study."""
        return self.scale.convert(ALIKE)

    @property
    def both(self) -> list[ScoredCompound]:
        """Return the compounds with token and type score."""
        return [
            compound
            for compound in self.compounds
            if compound.score.token is not None and compound.score.type is not None
        ]

    @property
    def most_variable(self) -> list[ScoredCompound]:
        """Return the compounds whose sentence means have a spread, the most variable first."""
        defined = [compound for compound in self.compounds if compound.score.sentence_spread.value is not None]
        return sorted(defined, key=lambda compound: (-(compound.score.sentence_spread.value or 0), compound.number))


def write_token_type(compounds: Sequence[ScoredCompound], scale: ScoreScale = PAPER_SCALE) -> TokenTypeReport:
    """Return every figure over these compounds."""
    scores = [compound.score for compound in compounds]
    alike, with_spread = count_alike(scores, scale)
    return TokenTypeReport(compounds, summarise(scores), summarise_boxes(compounds), alike, with_spread, scale)


def summarise_boxes(compounds: Sequence[ScoredCompound]) -> list[Box]:
    """Return a box for each level, scale and class that has a mean, compounds without a class last.

    Published studies with means of the whole alone get boxes of the whole alone.
    """
    boxes = []
    for level, scale, name in product(LEVELS, SCALES, (*CLASSES, "")):
        own = [compound.means_at(level) for compound in compounds if compound.score.compound_class == name]
        values = [means[scale] for means in own if scale in means]
        if values:
            boxes.append(summarise_box(scale, name, values, level))
    return boxes


def summarise_box(scale: Scale, compound_class: str, values: Sequence[float], level: str = "token") -> Box:
    """Return a box with quartiles by linear interpolation; raise ValueError without values.

    Whiskers reach the last values within WHISKER interquartile ranges of the box.
    """
    if not values:
        raise ValueError("A box needs values.")
    ordered = np.sort(np.asarray(values, dtype=np.float64))
    lower, median, upper = (float(quartile) for quartile in np.percentile(ordered, [25, 50, 75]))
    reach = WHISKER * (upper - lower)
    # Quartiles are interpolated: a value that lies on the end of a whisker may miss it by its last bits.
    inside = ordered[(ordered >= lower - reach - 1e-12) & (ordered <= upper + reach + 1e-12)]
    outside = ordered[(ordered < inside[0]) | (ordered > inside[-1])]
    return Box(
        scale=scale,
        compound_class=compound_class,
        n=len(ordered),
        mean=float(ordered.mean()),
        sd=float(ordered.std(ddof=1)) if len(ordered) > 1 else None,
        low=float(inside[0]),
        lower=lower,
        median=median,
        upper=upper,
        high=float(inside[-1]),
        outliers=tuple(float(value) for value in outside),
        level=level,
    )


def name_class(name: str, *, of_all: str = "no class") -> str:
    """Return the class as pages and files write it."""
    return CLASSES.get(name, of_all)


def list_compounds(report: TokenTypeReport) -> Iterator[list[Any]]:
    """Yield every compound as a row of a file."""
    most = max((len(compound.score.sentence_means) for compound in report.compounds), default=0)
    sentences = [f"sentence_{number}" for number in range(1, most + 1)]
    means = [*(f"mean_{scale}" for scale in SCALES), *(f"type_mean_{scale}" for scale in SCALES)]
    yield ["number", "compound", "class", "type_score", "token_score", "sentence_spread", *means, *sentences]
    for compound in report.compounds:
        score = compound.score
        row = [
            compound.number,
            score.compound,
            score.compound_class,
            score.type,
            score.token,
            score.sentence_spread.value,
        ]
        given = list(score.sentence_means) + [None] * (most - len(score.sentence_means))
        yield [*row, *(compound.means_at(level).get(scale) for level in LEVELS for scale in SCALES), *given]


def list_classes(report: TokenTypeReport) -> Iterator[list[Any]]:
    """Yield the figures by class as rows of a file."""
    types = ["type_compounds", "type_mean", "type_sd"]
    yield ["class", "compounds", "mean", "sd", *types, "rho", "p", "p_method", "rho_low", "rho_high", "compared"]
    for row in report.classes:
        name = name_class(row.compound_class, of_all="all")
        tokens = [row.compounds, row.mean.value, row.spread.value]
        type_scores = [row.type_compounds, row.type_mean.value, row.type_spread.value]
        low, high = row.interval or (None, None)
        yield [name, *tokens, *type_scores, row.rho.value, row.p, row.p_method, low, high, row.compared]


def list_boxes(report: TokenTypeReport) -> Iterator[list[Any]]:
    """Yield the boxes as rows of a file."""
    yield [
        "level",
        "scale",
        "class",
        "n",
        "mean",
        "sd",
        "low",
        "lower_quartile",
        "median",
        "upper_quartile",
        "high",
        "outliers",
    ]
    for box in report.boxes:
        five = [box.low, box.lower, box.median, box.upper, box.high]
        name = name_class(box.compound_class)
        yield [box.level, box.scale, name, box.n, box.mean, box.sd, *five, len(box.outliers)]


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
                "type_compounds": row.type_compounds,
                "type_mean": row.type_mean.value,
                "type_sd": row.type_spread.value,
                "p": row.p,
                "p_method": row.p_method,
                "interval": list(row.interval) if row.interval else None,
                "rho": row.rho.value,
                "reason": row.rho.reason,
                "compared": row.compared,
            }
            for row in report.classes
        ],
        "boxes": list(map(_box_to_json, report.boxes)),
        "alike": report.alike,
        "with_spread": report.with_spread,
        "alike_below": report.alike_below,
        "most_variable": [
            {
                "number": compound.number,
                "compound": compound.score.compound,
                "spread": compound.score.sentence_spread.value,
                "sentence_means": list(compound.score.sentence_means),
            }
            for compound in report.most_variable[:100]
        ],
    }


def _box_to_json(box: Box) -> dict[str, Any]:
    return {
        "level": box.level,
        "scale": box.scale,
        "compound_class": box.compound_class,
        "n": box.n,
        "mean": box.mean,
        "sd": box.sd,
        "low": box.low,
        "lower_quartile": box.lower,
        "median": box.median,
        "upper_quartile": box.upper,
        "high": box.high,
        "outliers": list(box.outliers),
    }
