"""Intervals of agreement: computed at once for small projects, otherwise by a job, and kept until readings change."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any

import numpy as np
from django.core.cache import caches

from annotation_site.coefficients.resampling import Resampling
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from evaluation.agreement.models import AgreementInterval
from evaluation.agreement.plots import MOST_ROWS
from evaluation.agreement.queries import one_moment
from evaluation.agreement.report import AgreementReport, IntervalReport
from evaluation.metrics.alignment.agreement_intervals import (
    ITEM_COLUMNS,
    LINK_COLUMNS,
    Ends,
    Floats,
    agr_intervals,
    chance_intervals,
)
from evaluation.sources.link_tables import (
    LinkRow,
    LinkTableSize,
    add_both,
    count_item_table,
    measure_link_table,
    read_item_table,
    read_link_table,
)
from evaluation.sources.links import count_changes, name_annotators, read_changes

RESAMPLES = 1000
SEED = 12345
AT_ONCE = 2_000
KEPT_SECONDS = 24 * 60 * 60
PIECE = 20_000


@job(
    "agreement_interval",
    "Agreement intervals",
    result=ResultPage("evaluation:agreement", "Show agreement"),
    needs_manager=False,
)
def compute_intervals(run: JobRun) -> None:
    """Store intervals for the readings as they were when the job began."""
    project = run.job.project
    count_changes(project.pk)
    with one_moment():
        changes = read_changes(project)
        result = bootstrap_agreement(project, run.report)
    with run.completing() as shown:
        AgreementInterval.objects.update_or_create(
            project=project, changes=changes, defaults={"result": result, "job": run.job}
        )
        shown |= {"pairs": result["pairs"], "resamples": RESAMPLES, "seed": SEED}


def find_intervals(project: Project, report: AgreementReport) -> IntervalReport | None:
    """Return intervals for the page: computed here for small projects, otherwise the last stored by a job, or None."""
    if report.sentence_pairs <= AT_ONCE:
        key = f"agreement-intervals-{project.pk}-{report.changes}"
        result = caches["figures"].get(key)
        if result is None:
            with one_moment():
                result = bootstrap_agreement(project)
            caches["figures"].set(key, result, KEPT_SECONDS)
        return _parse_report(result, is_current=True)
    stored = AgreementInterval.objects.filter(project=project).order_by("-changes").first()
    return None if stored is None else _parse_report(stored.result, is_current=stored.changes == report.changes)


def bootstrap_agreement(
    project: Project, report: Callable[[int, int | None], None] = lambda done, total: None
) -> dict[str, Any]:
    """Take 1,000 resamples of sentence pairs for every figure of the page, pooled and for the annotator pairs it plots.

    Comparisons are read in pieces of PIECE, so that memory does not grow with the project. The pass that counts and the
    pass that reads must see the same data: call it in `one_moment`, or where nobody submits.
    """
    size, named = measure_link_table(project), name_annotators(project, MOST_ROWS)
    total = 2 * size.items
    resampled = _LinkResamplings(size, named)
    done = 0
    for rows in _pieces(read_link_table(project)):
        resampled.add(rows)
        done += len({row.item for row in rows})
        report(done, total)
    chance = _resampling(count_item_table(project), len(ITEM_COLUMNS))
    for table in _batches(read_item_table(project)):
        if chance is not None:
            chance.add(np.array(table, dtype=np.float64))
        done += len(table)
        report(min(done, total), total)
    return {
        "resamples": RESAMPLES,
        "seed": SEED,
        "pairs": size.items,
        "pooled": {
            **_end(resampled.pooled, agr_intervals),
            **_end(chance, chance_intervals),
        },
        "target": _end(resampled.target, agr_intervals),
        "annotators": {named[couple]: _end(each, agr_intervals) for couple, each in resampled.couples.items()},
    }


class _LinkResamplings:
    """The resamples of all figures over links, each from sentence pairs of its own."""

    def __init__(self, size: LinkTableSize, named: Mapping[tuple[int, int], str]) -> None:
        columns = len(LINK_COLUMNS)
        self.pooled = _resampling(size.items, columns)
        self.target = _resampling(size.target_items, columns)
        counted = {couple: _resampling(size.couples.get(couple, 0), columns) for couple in named}
        self.couples = {couple: sampled for couple, sampled in counted.items() if sampled is not None}

    def add(self, rows: Sequence[LinkRow]) -> None:
        """Sample from the next piece, which holds all comparisons of its sentence pairs."""
        table = add_both([row.counts for row in rows])
        items = np.array([row.item for row in rows], dtype=np.int64)
        if self.pooled is not None:
            self.pooled.add(_by_item(items, table))
        targets = [place for place, row in enumerate(rows) if row.target is not None]
        if self.target is not None and targets:
            self.target.add(_by_item(items[targets], add_both([rows[place].target for place in targets])))
        for couple, sampled in self.couples.items():
            sampled.add(table[[place for place, row in enumerate(rows) if row.couple == couple]])


def _resampling(segments: int, columns: int) -> Resampling | None:
    return Resampling(segments, columns, resamples=RESAMPLES, seed=SEED) if segments else None


def _end(sampled: Resampling | None, name: Callable[[Floats], dict[str, Ends]]) -> dict[str, Ends]:
    return {} if sampled is None else name(sampled.sums())


def _pieces(rows: Iterable[LinkRow]) -> Iterator[list[LinkRow]]:
    """Yield comparisons in pieces of PIECE or a few more: those of one sentence pair stay together."""
    piece: list[LinkRow] = []
    for row in rows:
        if len(piece) >= PIECE and piece[-1].item != row.item:
            yield piece
            piece = []
        piece.append(row)
    if piece:
        yield piece


def _batches(rows: Iterable[tuple[float, ...]]) -> Iterator[list[tuple[float, ...]]]:
    left = iter(rows)
    while batch := list(islice(left, PIECE)):
        yield batch


def _by_item(items: Any, rows: Floats) -> Floats:
    """Add up the rows of each sentence pair, which is sampled as a whole with all its readings."""
    found, place = np.unique(items, return_inverse=True)
    sums = np.zeros((len(found), len(LINK_COLUMNS)))
    np.add.at(sums, place, rows)
    return sums


def _parse_report(result: dict[str, Any], *, is_current: bool) -> IntervalReport:
    return IntervalReport(
        pooled=result["pooled"],
        target=result["target"],
        annotators=result["annotators"],
        pairs=result["pairs"],
        resamples=result["resamples"],
        seed=result["seed"],
        is_current=is_current,
    )
