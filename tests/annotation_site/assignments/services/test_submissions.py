"""Submissions that lease what comes next: in one transaction, and without waiting for anybody."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from alignment.training.models import KnownGold
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.leasing import find_next
from annotation_site.assignments.services.submissions import submit_and_lease
from annotation_site.exclusions.models import Exclusion
from annotation_site.projects.models import Membership
from tests.factories import draw, lease, make_member, make_project

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def annotator() -> Membership:
    return make_member(make_project(pairs=2, annotators_per_item=1))


def submit(assignment: Assignment) -> tuple[Assignment, Assignment | None]:
    return submit_and_lease(
        user=assignment.annotator.user,
        assignment_id=assignment.pk,
        operation_id=uuid4(),
        version=assignment.version,
        read=lambda kind: {"mark_rest": True},
    )


def test_a_submission_and_the_next_lease_are_one_commit(annotator: Membership) -> None:
    first = draw(lease(annotator))
    with CaptureQueriesContext(connection) as asked:
        submitted, leased = submit(first)
    assert [query["sql"] for query in asked].count("COMMIT") == 1
    assert leased is not None
    assert (submitted.pk, submitted.state) == (first.pk, Assignment.State.SUBMITTED)
    assert leased.item_id != first.item_id


def test_an_item_that_somebody_holds_is_waited_for_after_the_commit(annotator: Membership) -> None:
    first = draw(lease(annotator))
    other = connection.copy()
    try:
        with other.cursor() as holding, connection.cursor() as cursor:
            holding.execute("BEGIN")
            holding.execute("SELECT FROM projects_item WHERE id <> %s FOR NO KEY UPDATE", [first.item_id])
            cursor.execute("SET lock_timeout = '5s'")
            submitted, leased = submit(first)
            cursor.execute("RESET lock_timeout")
            assert leased is None
            assert Assignment.objects.submitted().filter(pk=first.pk).exists()
            holding.execute("ROLLBACK")
    finally:
        other.close()
    _, following = find_next(user=annotator.user, project=annotator.project, submitted=submitted, leased=leased)
    assert following is not None


def test_unfinished_work_comes_after_the_commit_as_before(annotator: Membership) -> None:
    first, unfinished = draw(lease(annotator)), Item.objects.exclude(assignments__annotator=annotator).get()
    begun = Assignment.objects.create(item=unfinished, annotator=annotator, lease_expires_at=first.lease_expires_at)
    submitted, leased = submit(first)
    assert leased is None
    assert find_next(user=annotator.user, project=annotator.project, submitted=submitted)[1] == begun


@pytest.mark.parametrize("reason", ["excluded", "training"])
def test_who_may_not_go_on_submits_and_leases_nothing(annotator: Membership, reason: str) -> None:
    first = draw(lease(annotator))
    manager = annotator.project.created_by
    if reason == "excluded":
        Exclusion.objects.create(membership=annotator, reason="odd", by=manager)
    else:
        known = Item.objects.exclude(pk=first.item_id).get()
        use, origin = KnownGold.Use.TRAINING, KnownGold.Origin.IMPORTED
        KnownGold.objects.create(
            item=known, project=annotator.project, use=use, origin=origin, reading={}, added_by=manager
        )
    submitted, leased = submit(first)
    assert submitted.state == Assignment.State.SUBMITTED
    assert leased is None
