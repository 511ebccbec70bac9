"""Marks that judges begin with: fitted to a round's scheme, compared with what judges made of them.

A given mark is kept if the judge submitted the same one, changed if the judge's mark on some of the same characters has
another extent, category or severity, and deleted otherwise. What has no given mark is added. In control items the given
marks are not shown, so that F1 with them tells how far judges are led by what they see.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random
from typing import Any

import numpy as np

from annotation_site.coefficients.percentiles import percentile_interval
from evaluation.judging.figures.report_rows import GivenMarksReport, GivenMarksRow, GivenMarksSide
from evaluation.judging.planning import Output, PlannedTask
from evaluation.metrics.error_spans.boundaries import find_fault_in_places
from evaluation.metrics.error_spans.overlap import Overlap, compare_spans, micro_f1
from evaluation.metrics.error_spans.schemes import MAJOR, SOURCE, ErrorSpan, Scheme

Marks = tuple[ErrorSpan, ...]
# Of a segment's translation: the number of the segment, the place of the expression, and the text.
Key = tuple[int, int, str]
_SEVERITIES = {"critical": MAJOR}
_OTHER = "Other"


def fit_mark(mark: ErrorSpan, scheme: Scheme) -> ErrorSpan | None:
    """Return a mark as the scheme has it, None where it has nothing like it: categories that it lacks become its
    general one of the same side, and critical errors major ones.
    """
    named = {category.name.casefold(): category for category in scheme.categories}
    of_side = [category for category in scheme.categories if category.side == mark.side]
    general = next((category for category in of_side if category.name == _OTHER), None)
    if general is None and (scheme.has_score or mark.side == SOURCE):
        general = next((category for category in of_side), None)
    category = named.get(mark.category.casefold())
    if category is None or category.side != mark.side:
        category = general
    severity = _SEVERITIES.get(mark.severity, mark.severity)
    if category is None or severity not in category.severities:
        return None
    return replace(mark, category=category.name, severity=severity)


def normalise_place(mark: ErrorSpan, text: str) -> ErrorSpan:
    """Return a mark with its place in the text whose runs of spaces are one each, as outputs are shown."""
    start, end = (_count_before(text[:place]) for place in (mark.start, mark.end))
    return replace(mark, start=start, end=max(start, end - text[: mark.end].endswith(" ")))


def _count_before(text: str) -> int:
    joined = " ".join(text.split())
    return len(joined) + bool(joined and text[-1:].isspace())


def choose_marks(
    marks: Iterable[ErrorSpan], *, scheme: Scheme, source: str, text: str, within: Sequence[Sequence[int]]
) -> Marks:
    """Return the marks that a judge of the round could make, one of each place and category."""
    chosen: dict[ErrorSpan, ErrorSpan] = {}
    for mark in marks:
        fitted = fit_mark(mark, scheme)
        if fitted is None:
            continue
        is_source = fitted.side == SOURCE
        if find_fault_in_places(fitted, source if is_source else text, within if is_source else ()) is None:
            chosen.setdefault(replace(fitted, severity=""), fitted)
    return tuple(sorted(chosen.values()))


def give_marks(
    tasks: Sequence[PlannedTask],
    marks: dict[Key, Marks],
    *,
    scheme: Scheme,
    limits_source: bool,
    control_share: int,
    generator: Random,
) -> list[PlannedTask]:
    """Return the tasks with the marks of their outputs, withheld in `control_share` per cent of the tasks that have
    any. Outputs without an entry are given none.
    """
    given = [_give(task, marks, scheme, limits_source=limits_source) for task in tasks]
    able = [index for index, task in enumerate(given) if any(output.given is not None for output in task.outputs)]
    controls = set(generator.sample(able, round(len(able) * control_share / 100)))
    return [_withhold(task) if index in controls else task for index, task in enumerate(given)]


def _give(task: PlannedTask, marks: dict[Key, Marks], scheme: Scheme, *, limits_source: bool) -> PlannedTask:
    outputs: list[Output] = []
    for output in task.outputs:
        known = marks.get((task.segment, task.position, output.text))
        if known is not None:
            within = task.source_spans if limits_source else ()
            chosen = choose_marks(known, scheme=scheme, source=task.source, text=output.text, within=within)
            output = replace(output, given=chosen)
        outputs.append(output)
    return replace(task, outputs=tuple(outputs))


def _withhold(task: PlannedTask) -> PlannedTask:
    return replace(task, outputs=tuple(replace(output, is_withheld=True) for output in task.outputs))


@dataclass(frozen=True, slots=True)
class Changes:
    """Numbers of given marks that a judge kept, changed and deleted, and of marks added beside them."""

    kept: int = 0
    changed: int = 0
    deleted: int = 0
    added: int = 0

    def __add__(self, other: Changes) -> Changes:
        return Changes(
            self.kept + other.kept,
            self.changed + other.changed,
            self.deleted + other.deleted,
            self.added + other.added,
        )


def count_changes(given: Iterable[ErrorSpan], final: Iterable[ErrorSpan]) -> Changes:
    """Return what became of given marks; every mark answers to one given mark, the one it shares most with."""
    before, after = set(given), set(final)
    kept = before & after
    gone, new = sorted(before - kept), sorted(after - kept)
    shared = ((_count_shared(one, other), i, j) for i, one in enumerate(gone) for j, other in enumerate(new))
    matched: dict[int, int] = {}
    for _, i, j in sorted((pair for pair in shared if pair[0]), key=lambda pair: (-pair[0], pair[1], pair[2])):
        if i not in matched and j not in matched.values():
            matched[i] = j
    changed = len(matched)
    return Changes(len(kept), changed, len(gone) - changed, len(new) - changed)


def _count_shared(one: ErrorSpan, other: ErrorSpan) -> int:
    return max(0, min(one.end, other.end) - max(one.start, other.start)) if one.side == other.side else 0


@dataclass(frozen=True, slots=True)
class JudgedMarks:
    """A submitted judgement of an item: seconds, and the given and final marks of each output that had given ones."""

    annotator: str
    segment: str
    is_control: bool
    seconds: float
    outputs: list[tuple[Marks, Marks]] = field(default_factory=list)


def pair_marks(
    annotator: str, segment: str, seconds: float, outputs: Sequence[Mapping[str, Any]], final: Sequence[Marks]
) -> JudgedMarks | None:
    """Return a judgement's final marks beside those given, or withheld in a control item; None without either."""
    pairs = []
    for output, marks in zip(outputs, final, strict=True):
        given = output.get("given", output.get("withheld"))
        if given is not None:
            pairs.append((tuple(map(ErrorSpan.from_json, given)), marks))
    is_control = any("withheld" in output for output in outputs)
    return JudgedMarks(annotator, segment, is_control, seconds, pairs) if pairs else None


def report_given_marks(judged: Sequence[JudgedMarks], *, resamples: int, seed: int) -> GivenMarksReport | None:
    """Return what judges made of given marks, all of them and each, and how far they were led; None without any."""
    if not judged:
        return None
    by_annotator: defaultdict[str, list[JudgedMarks]] = defaultdict(list)
    for judgement in judged:
        by_annotator[judgement.annotator].append(judgement)
    rows = [_count_row("", judged), *(_count_row(name, own) for name, own in sorted(by_annotator.items()))]
    shown = [judgement for judgement in judged if not judgement.is_control]
    controls = [judgement for judgement in judged if judgement.is_control]
    of_shown, of_controls = _describe_side(shown), _describe_side(controls)
    if of_shown.f1 is None or of_controls.f1 is None:
        return GivenMarksReport(rows, of_shown, of_controls, None, None)
    interval = _compare_sides(shown, controls, resamples=resamples, seed=seed)
    return GivenMarksReport(rows, of_shown, of_controls, of_shown.f1 - of_controls.f1, interval)


def _count_row(name: str, judged: Sequence[JudgedMarks]) -> GivenMarksRow:
    changes = Changes()
    for judgement in judged:
        if not judgement.is_control:
            changes = sum((count_changes(*pair) for pair in judgement.outputs), changes)
    given = changes.kept + changes.changed + changes.deleted
    final = changes.kept + changes.changed + changes.added
    return GivenMarksRow(
        name,
        given,
        _divide(changes.kept, given),
        _divide(changes.changed, given),
        _divide(changes.deleted, given),
        changes.added,
        _divide(changes.added, final),
    )


def _divide(count: int, total: int) -> float | None:
    return count / total if total else None


def _describe_side(judged: Sequence[JudgedMarks]) -> GivenMarksSide:
    seconds = [judgement.seconds for judgement in judged]
    marks = [len(final) for judgement in judged for _, final in judgement.outputs]
    return GivenMarksSide(
        len(judged),
        len(marks),
        sum(seconds) / len(seconds) if seconds else None,
        sum(marks) / len(marks) if marks else None,
        micro_f1([compare_spans(*pair) for judgement in judged for pair in judgement.outputs]),
    )


def _compare_sides(
    shown: Sequence[JudgedMarks], controls: Sequence[JudgedMarks], *, resamples: int, seed: int
) -> tuple[float, float] | None:
    """Return a 95 % percentile interval of the difference in F1, from resamples of the segments of each side."""
    generator = np.random.default_rng(seed)
    estimates = []
    for side in (shown, controls):
        names, rows = np.unique([judgement.segment for judgement in side], return_inverse=True)
        if len(names) < 2:
            return None
        sums = np.zeros((len(names), 3))
        for row, judgement in zip(rows, side, strict=True):
            overlap = sum((compare_spans(*pair) for pair in judgement.outputs), Overlap())
            sums[row] += overlap.matched, overlap.first, overlap.second
        sampled = sums[generator.integers(0, len(names), (resamples, len(names)))].sum(axis=1)
        estimates.append([Overlap(matched, first, second).f1 for matched, first, second in sampled])
    return percentile_interval([one - other for one, other in zip(*estimates, strict=True)])
