"""BLEU, chrF, chrF++ and TER as sacrebleu computes them.

A value is sacrebleu's statistics of the segment, which add up to the score of any set of segments. It is null if the
segment has no reference.
"""

from __future__ import annotations

import argparse
from collections.abc import Collection, Mapping, Sequence
from copy import copy
from functools import cached_property
from types import MappingProxyType
from typing import Any, Self

import numpy as np

from annotation_site.coefficients.resampling import Floats, resample_rates
from evaluation.measures.base import Figure, GroupAverage, Measure, Value
from evaluation.measures.kinds.surface_options import FORM_PART, PARTS, check_tokeniser, to_sacrebleu
from evaluation.measures.options import Options
from evaluation.measures.pairs.comparisons import compare_resampled
from evaluation.measures.pairs.randomisation import FigureSums, Randomisation
from evaluation.measures.reports import Report
from evaluation.measures.segments import Given, Measured, MeasureRequest
from evaluation.measures.sums import Bootstrap, Labels, Sums
from evaluation.metrics.surface import SurfaceMeasure, SurfaceName


class SurfaceSums(Sums):
    """Statistics of all segments that have a reference."""

    def __init__(self, surface: SurfaceMeasure) -> None:
        self.n = self.left_out = 0
        self.surface = surface
        self._tables: list[Floats] = []

    def add(self, labels: Labels, values: Sequence[Value]) -> None:
        rows = [value for value in values if value is not None]
        if rows:
            self._tables.append(np.array(rows, dtype=np.float64))
        self.n += len(rows)
        self.left_out += len(values) - len(rows)

    @property
    def table(self) -> Floats:
        """Return the statistics as an array of segments × statistics."""
        return np.concatenate(self._tables) if self._tables else np.zeros((0, 0))

    def value(self, figure: str) -> float | None:
        return self.surface.score(self.table.sum(axis=0)) if self.n else None

    def resample(self, figure: str, bootstrap: Bootstrap) -> Floats | None:
        return resample_surface(self.surface, self.table, bootstrap) if self.n else None


def resample_surface(surface: SurfaceMeasure, table: Floats, bootstrap: Bootstrap) -> Floats:
    """Return the score of each resample of segments."""
    return resample_rates(table, surface.rate, resamples=bootstrap.resamples, seed=bootstrap.seed)[:, 0]


class SurfaceReport(Report["Surface"]):
    """`measure bleu`, `chrf`, `chrfpp` and `ter`, with a second system beside the first in each row if there is one."""

    tells_segments = True

    @staticmethod
    def add_arguments(parser: argparse.ArgumentParser) -> None:
        parser.add_argument("--against", metavar="FILE", help="another system, to compare it with; needs --bootstrap")

    def __init__(self, measure: Surface, options: dict[str, Any], given: Given) -> None:
        super().__init__(measure, options, given)
        self.sums: SurfaceSums = measure.start()
        self.other = measure.start()
        bootstrap = Bootstrap(options["bootstrap"] or 1, options["seed"])
        self._trials = Randomisation(measure.randomised({}), resamples=bootstrap.resamples, seed=bootstrap.seed)

    def add(self, rows: Sequence[tuple[int, Sequence[Measured]]]) -> None:
        values = self.count([parts[0] for _, parts in rows])
        self.note_empty(rows)
        labels: Labels = [()] * len(rows)
        if self.options["against"]:
            others = self.count([parts[1] for _, parts in rows])
            if self.options["bootstrap"]:
                self._trials.add(1 + self.sums.n, labels, values, others)
            self.other.add(labels, others)
        self.sums.add(labels, values)

    def tell(self) -> dict[str, Any]:
        surface, table = self.measure.surface, self.sums.table
        result: dict[str, Any] = {
            "score": self.sums.value("score"),
            "n": self.sums.n,
            "empty_hypotheses": self.empty[0],
        }
        if self.options["against"]:
            result["against"] = self._compare()
        if self.options["segments"]:
            scores = surface.score_segments(table).tolist()
            result["segments"] = [{"line": line, "score": score} for line, score in enumerate(scores, 1)]
        return result

    def _compare(self) -> dict[str, Any]:
        """Return the second system's score, and its difference (second minus first) with both tests."""
        score, other = self.sums.value("score"), self.other.value("score")
        result = {"score": other, "empty_hypotheses": self.empty[1]}
        if not self.options["bootstrap"]:
            return result
        bootstrap = Bootstrap(self.options["bootstrap"], self.options["seed"])
        resampled = [sums.resample("score", bootstrap) for sums in (self.sums, self.other)]
        assert score is not None and other is not None
        difference = compare_resampled(
            score, other, *(figures.tolist() for figures in resampled if figures is not None)
        )
        assert difference is not None
        p = {"bootstrap": difference.p, "randomisation": self._trials.compare()["score"].p}
        return {**result, "difference": difference.value, "interval": difference.interval, "p": p}


class Surface(Measure[None]):
    """BLEU, chrF, chrF++ or TER. `fixed` are sacrebleu's arguments that make the measure, `chosen` those of options."""

    is_corpus = True
    is_default = True
    gains_from_missing = True
    reason = "No segment has a reference."
    left_out_reason = "have no reference"
    reader = "parallel"
    report = SurfaceReport
    decimals = 2
    form_part = FORM_PART

    def __init__(
        self,
        name: str,
        title: str,
        metric: SurfaceName,
        *,
        lower_is_better: bool = False,
        is_default: bool = True,
        fixed: Mapping[str, Any] = MappingProxyType({}),
        chosen: Mapping[str, Any] = MappingProxyType({}),
    ) -> None:
        self.name = self.command = name
        self.title = self.help = title
        self.lower_is_better, self.is_default = lower_is_better, is_default
        self.figures = (Figure("score", title),)
        self.options = [option for option in PARTS[metric] if option.name not in fixed]
        self._metric, self._fixed, self._chosen = metric, fixed, chosen

    def with_options(self, options: Options, language: str) -> Self:
        chosen = to_sacrebleu(self._metric, self.of_options(options), language)
        # Not a Surface of these arguments: a measure derived from this one stays what it is.
        bound = copy(self)
        bound._chosen = chosen
        vars(bound).pop("surface", None)
        return bound

    def of_options(self, options: Options) -> dict[str, Any]:
        """Return the options, by default where the stored request knows none."""
        return {option.name: options.get(option.name, option.default) for option in self.options}

    @cached_property
    def surface(self) -> SurfaceMeasure:
        """Return sacrebleu's measure, which is loaded when something is measured by it."""
        return SurfaceMeasure(self._metric, **{**self._chosen, **self._fixed})

    def check(self, request: MeasureRequest) -> None:
        check_tokeniser(request.options)

    def prepare(self, given: Given) -> None:
        check_tokeniser(given.options)

    def count(self, segments: Sequence[Measured], prepared: None) -> list[Value]:
        there = [segment for segment in segments if segment.references]
        if not there:
            return [None] * len(segments)
        table = self.surface.count([segment.hypothesis for segment in there], [segment.references for segment in there])
        rows = iter(table.tolist())
        return [next(rows) if segment.references else None for segment in segments]

    def start(self) -> SurfaceSums:
        return SurfaceSums(self.surface)

    def score_segments(self, values: Sequence[Value]) -> list[float | None]:
        rows = [value for value in values if value is not None]
        scores = iter(self.surface.score_segments(np.array(rows)).tolist() if rows else [])
        return [None if value is None else next(scores) for value in values]

    def randomised(self, label_counts: Mapping[str, int]) -> dict[str, FigureSums]:
        width = self.surface.count(["x"], [["x"]]).shape[1]
        nothing = [0.0] * width

        def make_table(labels: Labels, values: Sequence[Value]) -> Floats:
            return np.array([nothing if value is None else value for value in values], dtype=np.float64)

        return {"score": FigureSums(width, make_table, self.surface.rate)}

    def average_group(self, numbers: Sequence[int], values: Sequence[Value], bootstrap: Bootstrap) -> GroupAverage:
        """Return the score of the group's segments together, which is not the mean of their scores."""
        table = np.array(values, dtype=np.float64)
        sampled = resample_surface(self.surface, table, bootstrap)
        return GroupAverage(len(table), self.surface.score(table.sum(axis=0)), sampled)

    def write_signature(
        self, entries: Mapping[str, object], *, name: str, version: str, reference_counts: Collection[int]
    ) -> str:
        """Return sacrebleu's own signature, which gives the number of references, followed by ours."""
        signer = SurfaceMeasure(self._metric, **{**self._chosen, **self._fixed})
        for count in sorted(reference_counts):
            signer.count([""], [["x"] * count])
        return "|".join([signer.signature, *(f"{part}:{value}" for part, value in entries.items())])


BLEU = Surface("bleu", "BLEU", "bleu")
CHRF = Surface("chrf", "chrF", "chrf")
CHRF_PLUS = Surface("chrfpp", "chrF++", "chrf", is_default=False, fixed={"word_order": 2})
TER = Surface("ter", "TER", "ter", lower_is_better=True)
