"""Error spans of a judging round: their number by system, category and severity, and how far annotators overlap."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Sequence
from itertools import combinations

import numpy as np

from annotation_site.coefficients.percentiles import percentile_interval
from evaluation.judging.figures.answer_table import AnswerTable, Integers
from evaluation.judging.figures.report_rows import ErrorRow, OverlapRow
from evaluation.metrics.correlation.system_level import Ends
from evaluation.metrics.error_spans.overlap import Overlap, compare_spans, macro_f1, micro_f1

# A translation's segment with the overlap of two annotators' marks.
_Compared = tuple[str, Overlap]


def count_errors(table: AnswerTable, counted: Integers) -> list[ErrorRow]:
    """Return the number of spans of each system by category and severity, systems in the order of the table."""
    if not table.spans:
        return []
    counts: Counter[tuple[int, str, str]] = Counter()
    for row in counted.tolist():
        for system in table.questions[table.question_of[row]].systems:
            counts.update((system, span.category, span.severity) for span in table.spans[row])
    return [
        ErrorRow(table.systems[system], category, severity, count)
        for (system, category, severity), count in sorted(counts.items())
    ]


def compare_marks(table: AnswerTable, counted: Integers, *, resamples: int, seed: int) -> list[OverlapRow]:
    """Return character F1 over all pairs of annotators, then of each pair, on translations that both judged.

    Intervals of the micro-average come from resampling segments, none without resamples.
    """
    if not table.spans:
        return []
    answers: defaultdict[int, list[int]] = defaultdict(list)
    for row in counted.tolist():
        answers[int(table.question_of[row])].append(row)
    pairs: defaultdict[tuple[str, str], list[_Compared]] = defaultdict(list)
    for question, answer_rows in answers.items():
        by_name = sorted((table.annotators[int(table.by[row])], row) for row in answer_rows)
        for (first, one), (second, other) in combinations(by_name, 2):
            overlap = compare_spans(table.spans[one], table.spans[other])
            pairs[first, second].append((table.questions[question].segment, overlap))
    if not pairs:
        return []
    everything = [compared for compared_pairs in pairs.values() for compared in compared_pairs]
    rows = [((), everything), *sorted(pairs.items())]
    return [_summarise(names, compared, resamples=resamples, seed=seed) for names, compared in rows]


def _summarise(names: tuple[str, ...], compared: Sequence[_Compared], *, resamples: int, seed: int) -> OverlapRow:
    overlaps = [overlap for _, overlap in compared]
    interval = _find_interval(compared, resamples=resamples, seed=seed) if resamples else None
    return OverlapRow(names, len(overlaps), micro_f1(overlaps), macro_f1(overlaps), interval)


def _find_interval(compared: Sequence[_Compared], *, resamples: int, seed: int) -> Ends:
    """Return a 95 % percentile interval of the micro-average, None for fewer than two segments."""
    names, rows = np.unique([segment for segment, _ in compared], return_inverse=True)
    if len(names) < 2:
        return None
    sums = np.zeros((len(names), 3))
    np.add.at(sums, rows, [(overlap.matched, overlap.first, overlap.second) for _, overlap in compared])
    sampled = np.random.default_rng(seed).integers(0, len(names), (resamples, len(names)))
    estimates = [Overlap(matched, first, second).f1 for matched, first, second in sums[sampled].sum(axis=1)]
    return percentile_interval(estimates)
