"""Agreement on links, put together from sums, for the page, its files and the API."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from alignment.coefficients.agr import ABSENT, Flavour, PairCounts, agr
from annotation_site.coefficients.figure import Figure
from annotation_site.coefficients.kappa import CategorySums, fleiss_kappa, nominal_alpha
from annotation_site.languages.marks import gettext_noop

FLAVOURS: tuple[Flavour, ...] = ("any", "both", "sure", "possible")
BEFORE_RECONCILIATION = "from submissions, before reconciliation"
LABEL_NAMES = {"S": gettext_noop("Sure"), "P": gettext_noop("Possible"), ABSENT: gettext_noop("no link")}


@dataclass(frozen=True, slots=True)
class AnnotatorPair:
    """Two annotators, under their pseudonyms, over the sentence pairs that both submitted."""

    first: str
    second: str
    pairs: int
    counts: PairCounts
    count_unaligned: bool = False

    def __str__(self) -> str:
        return f"{self.first}–{self.second}"

    @property
    def figures(self) -> dict[Flavour, Figure]:
        return {flavour: agr(self.counts, flavour, count_unaligned=self.count_unaligned) for flavour in FLAVOURS}

    @property
    def label_differs(self) -> int:
        """Return the links that both drew, one as Sure and one as Possible."""
        return self.counts.both_any - self.counts.both_same_label

    @property
    def first_only(self) -> int:
        return self.counts.first_any - self.counts.both_any

    @property
    def second_only(self) -> int:
        return self.counts.second_any - self.counts.both_any


@dataclass(frozen=True, slots=True)
class Stretch:
    """The pooled row of one stretch of time, of one version of the guidelines (None: the two differ), or of one
    frequency band.
    """

    key: int | None
    label: str
    row: AnnotatorPair


@dataclass(frozen=True, slots=True)
class LinkAgreement:
    """Agreement in one project. `annotator_pairs` are those with most sentence pairs in common, `annotator_pair_count`
    counts all; pooled covers all of them. `bins` counts (sentence pair, annotator pair) by AGR on links and labels."""

    annotator_pairs: Sequence[AnnotatorPair]
    annotator_pair_count: int
    pooled: AnnotatorPair
    sentence_pairs: int
    categories: Sequence[CategorySums]
    bins: Sequence[int]
    undefined_count: int
    count_unaligned: bool = False
    stage: str = BEFORE_RECONCILIATION
    target: AnnotatorPair | None = None
    step: str = "day"
    timeline: Sequence[Stretch] = ()
    guidelines: Sequence[Stretch] = ()
    frequencies: Sequence[Stretch] = ()
    changes: int = 0

    @property
    def kappa(self) -> Figure:
        return fleiss_kappa(self.categories)

    @property
    def alpha(self) -> Figure:
        return nominal_alpha(self.categories)

    @property
    def link_items(self) -> int:
        return sum(sums.items for sums in self.categories)

    def reasons(self) -> list[str]:
        """Return the reasons for undefined figures, each reason once."""
        figures = [figure for row in [*self.annotator_pairs, self.pooled] for figure in row.figures.values()]
        return list(dict.fromkeys(figure.reason for figure in [*figures, self.kappa, self.alpha] if figure.reason))

    def to_json(self) -> dict[str, Any]:
        """Return the keys of `measure link-agreement`; undefined figures are null and their reasons are listed."""
        return {
            "links": self.stage,
            "unaligned": "counted" if self.count_unaligned else "ignored",
            "pairs": [_row_to_json(row) for row in self.annotator_pairs],
            "pooled": _row_to_json(self.pooled),
            "target_words": None if self.target is None else _row_to_json(self.target),
            "frequencies": [{"band": band.label, **_row_to_json(band.row)} for band in self.frequencies],
            "fleiss_kappa": self.kappa.value,
            "alpha": self.alpha.value,
            "items": self.link_items,
            "n": self.sentence_pairs,
            "reasons": self.reasons(),
        }


@dataclass(frozen=True, slots=True)
class RoundReport:
    """All annotator pairs together before and after one reconciliation round, over the pairs in it and over all pairs
    that two had submitted. `after` is missing while the round is open."""

    number: int
    moment: datetime | None
    pairs: int
    before: Mapping[Flavour, Figure]
    after: Mapping[Flavour, Figure] | None
    all_before: Mapping[Flavour, Figure]
    all_after: Mapping[Flavour, Figure] | None


def _row_to_json(row: AnnotatorPair) -> dict[str, Any]:
    figures: dict[str, Any] = {flavour: figure.value for flavour, figure in row.figures.items()}
    people = {"annotators": [row.first, row.second]} if row.first else {}
    return {
        **people,
        **figures,
        "n": row.pairs,
        "links": [row.counts.first_any, row.counts.second_any],
        "confusion": _confusion(row),
    }


def _confusion(row: AnnotatorPair) -> dict[str, int]:
    return {f"{first}{second}": count for (first, second), count in row.counts.confusion().items()}
