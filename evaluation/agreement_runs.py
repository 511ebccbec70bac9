"""Intervals of agreement: at once where there is little, as a job where there is much, kept until readings change."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from django.core.cache import cache

from annotation_site.projects.jobs import JobRun
from annotation_site.projects.models import Project
from evaluation.agreement import AgreementReport, IntervalReport
from evaluation.agreement_plots import MOST_ROWS
from evaluation.metrics.agreement_intervals import LINK_COLUMNS, Floats, agr_intervals, chance_intervals
from evaluation.models import AgreementInterval
from evaluation.sources import add_both, name_annotators, read_changes, read_item_table, read_link_table

RESAMPLES = 1000
SEED = 12345
AT_ONCE = 2_000
KEPT_SECONDS = 24 * 60 * 60
REPORT_EVERY = 5_000


def compute_intervals(run: JobRun) -> None:
    """Body of the job; what it stores is for the readings as they stood when it began."""
    project = run.job.project
    changes = read_changes(project)
    result = bootstrap_agreement(project, run.report)
    with run.completing() as shown:
        AgreementInterval.objects.update_or_create(
            project=project, changes=changes, defaults={"result": result, "job": run.job}
        )
        shown |= {"pairs": result["pairs"], "resamples": RESAMPLES, "seed": SEED}


def find_intervals(project: Project, report: AgreementReport) -> IntervalReport | None:
    """Intervals for the page: computed here for small projects, else the last that a job stored; None before one."""
    if report.sentence_pairs <= AT_ONCE:
        key = f"agreement-intervals-{project.pk}-{report.changes}"
        result = cache.get(key)
        if result is None:
            result = bootstrap_agreement(project)
            cache.set(key, result, KEPT_SECONDS)
        return _tell(result, is_current=True)
    stored = AgreementInterval.objects.filter(project=project).order_by("-changes").first()
    return None if stored is None else _tell(stored.result, is_current=stored.changes == report.changes)


def bootstrap_agreement(
    project: Project, report: Callable[[int, int | None], None] = lambda done, total: None
) -> dict[str, Any]:
    """1,000 resamples of sentence pairs for every figure of the page, pooled and for the annotator pairs it draws."""
    items, couples, rows, target_items, target_rows = _read(project, report)
    options: dict[str, int] = {"resamples": RESAMPLES, "seed": SEED}
    pooled = _by_item(items, rows)
    named = name_annotators(project, MOST_ROWS)
    annotators = {}
    for couple, name in named.items():
        table = rows[(couples == couple).all(axis=1)]
        if len(table):
            annotators[name] = agr_intervals(table, **options)
        report(len(items), len(items))
    item_table = read_item_table(project)
    return {
        **options,
        "pairs": len(pooled),
        "pooled": {
            **(agr_intervals(pooled, **options) if len(pooled) else {}),
            **(chance_intervals(item_table, **options) if len(item_table) else {}),
        },
        "target": agr_intervals(_by_item(target_items, target_rows), **options) if len(target_items) else {},
        "annotators": annotators,
    }


def _read(project: Project, report: Callable[[int, int | None], None]) -> tuple[Any, Any, Floats, Any, Floats]:
    """Every comparison as numbers: items, annotator pairs, LINK_COLUMNS; and the first and last over target words."""
    items: list[int] = []
    couples: list[tuple[int, int]] = []
    target_items: list[int] = []
    links: list[Any] = []
    target_links: list[Any] = []
    for place, (item, first, second, counts, target) in enumerate(read_link_table(project), start=1):
        items.append(item)
        couples.append((first, second))
        links.append(np.array(add_both(counts), dtype=np.int32))
        if target is not None:
            target_items.append(item)
            target_links.append(np.array(add_both(target), dtype=np.int32))
        if place % REPORT_EVERY == 0:
            report(place, None)
    return (
        np.array(items, dtype=np.int64),
        np.array(couples, dtype=np.int64).reshape(-1, 2),
        _stack(links),
        np.array(target_items, dtype=np.int64),
        _stack(target_links),
    )


def _stack(rows: list[Any]) -> Floats:
    return np.array(rows, dtype=np.float64).reshape(-1, len(LINK_COLUMNS))


def _by_item(items: Any, rows: Floats) -> Floats:
    """Rows of one sentence pair added up: it is drawn as a whole, with all its readings."""
    found, place = np.unique(items, return_inverse=True)
    sums = np.zeros((len(found), len(LINK_COLUMNS)))
    np.add.at(sums, place, rows)
    return sums


def _tell(result: dict[str, Any], *, is_current: bool) -> IntervalReport:
    return IntervalReport(
        pooled=result["pooled"],
        target=result["target"],
        annotators=result["annotators"],
        pairs=result["pairs"],
        resamples=result["resamples"],
        seed=result["seed"],
        is_current=is_current,
    )
