"""Leases: the right number, nobody twice, nothing starved."""

from datetime import datetime, timedelta
from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services import next_item
from annotation_site.assignments.services.assignments import resume_assignment, skip_assignment
from annotation_site.assignments.services.leases import RENEWED_AFTER, is_fresh, lease_end, return_abandoned
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import NotEditable, RoleRequired
from tests.factories import lease, make_member, make_project, make_reading, submit

pytestmark = pytest.mark.django_db


def test_an_unfinished_pair_comes_back_before_a_new_one() -> None:
    annotator = make_member(make_project(pairs=3))
    assert lease(annotator) == lease(annotator)


def test_work_that_was_just_leased_comes_back_without_a_lock_and_is_renewed_later() -> None:
    annotator = make_member(make_project(pairs=3))
    assignment = lease(annotator)
    lease(annotator)  # prepared
    with CaptureQueriesContext(connection) as asked:
        assert lease(annotator) == assignment
    assert len(asked) == 1
    lease_at(assignment, lease_end() - RENEWED_AFTER)
    assert lease(annotator) == assignment
    assert is_fresh(Assignment.objects.get(pk=assignment.pk))


def test_the_first_unfinished_pair_comes_back_however_old_its_lease() -> None:
    annotator = make_member(make_project(pairs=3))
    first = lease(annotator)
    resumed = skip(first)
    second = lease(annotator)
    resume_assignment(user=annotator.user, assignment_id=resumed.pk, operation_id=uuid4())
    lease_at(first, timezone.now() - timedelta(minutes=1))
    assert second.pk != first.pk
    assert lease(annotator).pk == first.pk


def test_nothing_comes_back_to_a_closed_project_or_a_removed_member() -> None:
    annotator = make_member(make_project(pairs=3))
    lease(annotator)
    project = annotator.project
    kept = {"closed_at": timezone.now(), "closed_by": project.created_by}
    Project.objects.filter(pk=project.pk).update(state=Project.State.ARCHIVED, **kept)
    with pytest.raises(NotEditable):
        lease_next(user=annotator.user, project=project)
    Project.objects.filter(pk=project.pk).update(state=Project.State.ACTIVE, closed_at=None, closed_by=None)
    Membership.objects.filter(pk=annotator.pk).update(state=Membership.State.REMOVED)
    with pytest.raises(RoleRequired):
        lease_next(user=annotator.user, project=project)


def lease_at(assignment: Assignment, end: datetime) -> None:
    Assignment.objects.filter(pk=assignment.pk).update(lease_expires_at=end)


def skip(assignment: Assignment) -> Assignment:
    return skip_assignment(
        user=assignment.annotator.user,
        assignment_id=assignment.pk,
        operation_id=uuid4(),
        version=assignment.version,
        reason="odd",
    )


def test_nobody_gets_a_pair_twice_and_every_pair_comes() -> None:
    annotator = make_member(make_project(pairs=5))
    seen = [make_reading(annotator).item_id for _ in range(5)]
    assert len(set(seen)) == 5
    assert lease_next(user=annotator.user, project=annotator.project) is None


def test_no_more_annotators_than_required() -> None:
    project = make_project(pairs=1)
    first, second, third = (make_member(project) for _ in range(3))
    lease(first)
    lease(second)
    assert lease_next(user=third.user, project=project) is None


def test_orders_of_annotators_differ_and_can_be_told_again() -> None:
    project = make_project(pairs=30, spread="even")
    annotators = [make_member(project) for _ in range(2)]
    orders = [[make_reading(annotator).item_id for _ in range(10)] for annotator in annotators]
    assert orders[0] != sorted(orders[0])
    assert orders[0] != orders[1]


def test_begun_pairs_come_first_where_overlap_is_wanted() -> None:
    project = make_project(pairs=20)
    first, second = make_member(project), make_member(project)
    begun = {make_reading(first).item_id for _ in range(4)}
    assert {make_reading(second).item_id for _ in range(4)} == begun


def test_an_abandoned_pair_goes_back_and_may_return_to_its_annotator() -> None:
    annotator = make_member(make_project(pairs=1))
    assignment = lease(annotator)
    Assignment.objects.filter(pk=assignment.pk).update(lease_expires_at=timezone.now() - timedelta(minutes=1))
    assert return_abandoned() == 1
    assert Item.objects.get(pk=assignment.item_id).assigned_count == 0
    again = lease(annotator)
    assert (again.pk, again.state) == (assignment.pk, Assignment.State.IN_PROGRESS)


def test_an_expired_lease_is_found_before_anyone_is_told_that_nothing_is_left() -> None:
    project = make_project(pairs=1, annotators_per_item=1)
    first, second = make_member(project), make_member(project)
    assignment = lease(first)
    Assignment.objects.filter(pk=assignment.pk).update(lease_expires_at=timezone.now() - timedelta(minutes=1))
    assert lease(second).item_id == assignment.item_id


def test_somebody_far_ahead_still_gets_fresh_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(next_item, "WINDOW", 6)
    project = make_project(pairs=10)
    annotator = make_member(project)
    seen = set()
    for _ in range(10):
        assignment = lease(annotator)
        seen.add(assignment.item_id)
        submit(assignment)
    assert len(seen) == 10
