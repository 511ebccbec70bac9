"""Active time: the rule, and that the stored sum follows it."""

from collections.abc import Iterable
from datetime import UTC, datetime, timedelta
from uuid import uuid4

import pytest
from django.utils import timezone

from annotation_site.assignments.activity import count_gap
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.assignments import post_comment, resume_assignment, skip_assignment
from annotation_site.assignments.services.submissions import reopen_assignment
from tests.factories import draw, lease, make_member, make_project, submit

START = datetime(2026, 3, 1, 9, tzinfo=UTC)
# From beginning or resuming, time runs; every action after it closes a gap.
BEGINNINGS = {"lease", "resume", "reopen"}
ACTIONS = {"set", "undo", "redo", "submit", "skip", "comment"}


def active_seconds(operations: Iterable[tuple[str, datetime]]) -> float:
    """Add up from the whole history what the site adds at every action."""
    total, begun_at, active_at = 0.0, None, None
    for kind, moment in operations:
        if kind in BEGINNINGS:
            begun_at, active_at = moment, None
        elif kind in ACTIONS:
            total += count_gap(begun_at, active_at, moment)
            active_at = moment
    return total


def at(*acts: tuple[str, float]) -> list[tuple[str, datetime]]:
    return [(kind, START + timedelta(seconds=seconds)) for kind, seconds in acts]


def test_short_gaps_add_up() -> None:
    assert active_seconds(at(("lease", 0), ("set", 20), ("undo", 50), ("submit", 110))) == 110


def test_a_gap_of_more_than_a_minute_does_not_count() -> None:
    assert active_seconds(at(("lease", 0), ("set", 10), ("set", 71), ("submit", 81))) == 20


def test_the_first_action_counts_from_taking_up_and_a_minute_at_most() -> None:
    assert active_seconds(at(("lease", 0), ("set", 3600), ("submit", 3610))) == 70


def test_time_between_submitting_and_reopening_is_nobodys() -> None:
    assert active_seconds(at(("lease", 0), ("submit", 30), ("reopen", 40), ("set", 50))) == 40


def test_what_is_no_action_is_passed_over() -> None:
    assert active_seconds(at(("lease", 0), ("set", 30), ("keep", 40), ("submit", 90))) == 90
    assert active_seconds([]) == 0


def recount(assignment: Assignment) -> float:
    operations = assignment.operations.filter(assignment=assignment).order_by("pk").values_list("kind", "created_at")
    return active_seconds(operations)


@pytest.fixture
def worked(db: None, monkeypatch: pytest.MonkeyPatch) -> Assignment:
    """Return an assignment with every kind of action, at times of our own."""
    real = timezone.now
    steps = iter([0, 5, 70, 8, 3, 61, 20, 9, 30, 40, 2, 1, 1, 1, 1, 1, 1, 1])
    moment = [real()]

    def now() -> datetime:
        return moment[0]

    def tick() -> None:
        moment[0] += timedelta(seconds=next(steps))

    annotator = make_member(make_project(pairs=2))
    monkeypatch.setattr(timezone, "now", now)
    assignment = lease(annotator)
    for links in ("0-0S", "1-2S", "2-1S"):
        tick()
        draw(assignment, links)
    known = {"user": annotator.user, "assignment_id": assignment.pk}
    tick()
    post_comment(**known, operation_id=uuid4(), text="Odd.")
    tick()
    skip_assignment(**known, operation_id=uuid4(), version=assignment.version, reason="odd")
    tick()
    resume_assignment(**known, operation_id=uuid4())
    assignment.refresh_from_db()
    tick()
    submit(assignment)
    assignment.refresh_from_db()
    tick()
    reopen_assignment(**known, operation_id=uuid4(), version=assignment.version)
    assignment.refresh_from_db()
    tick()
    draw(assignment, "0-1P")
    return assignment


def test_the_stored_sum_is_what_the_operations_say(worked: Assignment) -> None:
    # 0 + 5 + (70: none) + 8 + 3; resumed, 20; reopened, 30.
    assert worked.active_seconds == pytest.approx(0 + 5 + 8 + 3 + 20 + 30)
    assert worked.active_seconds == pytest.approx(recount(worked))
