"""Facts about a test set's segments and their expressions, from which groups and labels follow."""

from __future__ import annotations

from collections.abc import Collection
from itertools import groupby
from operator import itemgetter

from annotation_site.phrases.presence import Presence
from evaluation.measures.base import LookedUp
from evaluation.measures.groups import ExpressionFacts, SegmentFacts
from evaluation.measures.reports import look_up
from evaluation.measures.segments import Marked, Measured
from evaluation.test_sets.models import Expression, TestSet

ROWS_AT_ONCE = 2000
# Of a large test set the first tell as much: a request waits for them.
MOST_LOOKED_UP = 10_000


def read_facts(test_set: TestSet) -> tuple[list[SegmentFacts], set[int]]:
    """Return the facts of all segments in their order, and the numbers of references that occur.

    Every worker that computes scores reads them, so they are read as plain rows: this takes a twelfth of the time that
    model instances take.
    """
    rows = Expression.objects.filter(segment__test_set=test_set).order_by("segment__number", "position")
    columns = rows.values_list("segment__number", "label", "expression_class", "source_spans")
    marked = groupby(columns.iterator(chunk_size=ROWS_AT_ONCE), key=itemgetter(0))
    number_of_next, expressions = next(marked, (None, iter(())))
    facts: list[SegmentFacts] = []
    counts: set[int] = set()
    segments = test_set.segments.order_by("number").values_list("number", "source", "references")
    for number, source, references in segments.iterator(chunk_size=ROWS_AT_ONCE):
        here: list[ExpressionFacts] = []
        if number == number_of_next:
            here = [ExpressionFacts.of(source, *row[1:]) for row in expressions]
            number_of_next, expressions = next(marked, (None, iter(())))
        facts.append(SegmentFacts(len(source.split()), here))
        counts.add(len(references))
    return facts, counts - {0}


def count_present(test_set: TestSet, sides: Collection[LookedUp]) -> dict[LookedUp, Presence]:
    """Return how many expressions are in their reference, or at their spans in the source, by where to look."""
    presences: dict[LookedUp, Presence] = {side: Presence(side == "source", test_set.target_language) for side in sides}
    if not presences:
        return {}
    rows = Expression.objects.filter(segment__test_set=test_set).order_by("segment__number", "position")
    columns = ("label", "source_spans", "reference_text", "segment__source", "segment__references")
    for label, spans, text, source, references in rows.values_list(*columns)[:MOST_LOOKED_UP].iterator(ROWS_AT_ONCE):
        marked = Marked(label, tuple((start, end) for start, end in spans), text)
        look_up(presences, Measured(source, tuple(references), (marked,), ""))
    return presences
