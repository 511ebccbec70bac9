"""The marked expressions of a segment as a measure saw them, which may have changed since."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Any

from annotation_site.jobs.models import Job
from evaluation.marked_expressions.models import ExpressionChange
from evaluation.measures.registry import BY_EXPRESSION
from evaluation.test_sets.models import Segment
from evaluation.test_sets.queries import read_marked_expressions

Expressions = list[dict[str, Any]]


class MeasuredExpressions:
    """Expressions of one segment as its systems' scores saw them: those in force when the score's job was requested."""

    def __init__(self, segment: Segment, scores: Sequence[Any]) -> None:
        self.now: Expressions = read_marked_expressions(segment)
        changes = ExpressionChange.objects.filter(segment=segment).order_by("pk").select_related("operation")
        self._changes = [(change.operation.created_at, change.before) for change in changes]
        self._jobs = {(score.translation_id, score.measure): score.job_id for score in scores}

    def seen_by(self, translation: int, measure: str) -> Expressions:
        """Return the expressions that the system's score was computed from, or the current ones without a score."""
        job = self._jobs.get((translation, measure))
        moment = self._moments.get(job) if job else None
        return self._at(moment) if moment else self.now

    def older_of(self, translation: int) -> Expressions | None:
        """Return the expressions that a score of the system was computed from if they differ from the current ones."""
        seen = (self.seen_by(translation, measure) for measure in BY_EXPRESSION)
        return next((expressions for expressions in seen if expressions != self.now), None)

    @cached_property
    def _moments(self) -> dict[int, datetime]:
        if not self._changes:
            return {}
        return dict(Job.objects.filter(pk__in=set(self._jobs.values())).values_list("pk", "created_at"))

    def _at(self, moment: datetime) -> Expressions:
        """Return the marked expressions at that time: those from before the first later change."""
        return next((before for changed_at, before in self._changes if changed_at > moment), self.now)
