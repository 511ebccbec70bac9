"""Systems of a test set compared over their runs, by one figure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from evaluation.boards.folding import SystemPair, compare_systems
from evaluation.boards.queries.boards import list_notes
from evaluation.boards.queries.columns import ColumnFigures, Head, make_heads, read_columns
from evaluation.boards.queries.scores import newest_scores
from evaluation.test_sets.models import TestSet


@dataclass(frozen=True, slots=True)
class ComparedSystems:
    """Every system by one figure, best first, and every pair of those with several runs."""

    heads: Sequence[Head]
    column: ColumnFigures
    systems: Sequence[str]
    pairs: Sequence[SystemPair]
    notes: Sequence[str]


def compare_test_set(test_set: TestSet, key: str = "") -> ComparedSystems | None:
    """Return the systems by the figure with this key, by default the first that one has; None without a score."""
    scores = newest_scores(test_set)
    heads = make_heads(scores, ())
    head = next((head for head in heads if head.key == key), None) or next(
        (head for head in heads if head.is_shown), None
    )
    if head is None:
        return None
    [column] = read_columns(test_set, [score for score in scores if score.measure == head.measure], [head])
    systems = sorted(column.figures, key=column.place)
    several = {name: column.figures[name] for name in systems if len(column.figures[name].runs) > 1}
    pairs = compare_systems(several)
    if column.has_few:
        # Welch's test over runs knows how few they are; the bootstrap over so few segments does not.
        pairs = [replace(pair, over_segments=None) for pair in pairs]
    return ComparedSystems(heads, column, systems, pairs, list_notes([column]))
