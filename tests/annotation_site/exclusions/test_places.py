"""Excluding an annotator gives the places of their ratings to others; counting them again breaks nothing."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.assignments import resume_assignment, skip_assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.submissions import reopen_assignment, submit_assignment
from annotation_site.exclusions.services import exclude_annotator, lift_exclusion
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership, Project
from idiomaticity.overview.queries import count_ratings
from idiomaticity.results.queries.results import read_scores
from tests.factories import make_member
from tests.idiomaticity.making import bring_study, lease_rating, make_rating, make_rating_project, submit_rating

pytestmark = pytest.mark.django_db
ONE = "compound\tsentence\nfish tank\tA fish tank.\n"


@pytest.fixture
def project() -> Project:
    """One sentence that wants two ratings and has them, by A and B."""
    project = make_rating_project(text=ONE, annotators_per_item=2)
    for whole in (4, 0):
        make_rating(make_member(project), whole)
    return project


def exclude(annotator: Membership) -> None:
    project = annotator.project
    exclude_annotator(user=project.created_by, project=project, annotator_id=annotator.pk, reason="Always 0.")


def lift(annotator: Membership) -> None:
    lift_exclusion(user=annotator.project.created_by, project=annotator.project, annotator_id=annotator.pk)


def member(project: Project, pseudonym: str) -> Membership:
    found: Membership = project.memberships.get(pseudonym=pseudonym)
    return found


def state_of(project: Project) -> tuple[str, int, int, int]:
    """Return state, wanted, assigned and submitted of the only item."""
    item = Item.objects.get(project=project)
    return item.state, item.required_count, item.assigned_count, item.submitted_count


def ratings(project: Project) -> int:
    return sum(row.ratings for row in read_scores(project))


def test_what_an_excluded_annotator_rated_is_given_out_again(project: Project) -> None:
    exclude(member(project, "B"))
    assert state_of(project) == ("open", 2, 1, 1)
    assert (count_ratings(project).given, ratings(project)) == (1, 1)
    make_rating(make_member(project), 3)
    assert state_of(project) == ("annotated", 2, 2, 2)
    assert (count_ratings(project).given, ratings(project)) == (2, 2)
    told = Operation.objects.get(project=project, kind="exclude_annotator").payload
    assert told["places"] == 1


def test_counting_them_again_before_anybody_came_puts_all_back(project: Project) -> None:
    before, excluded = state_of(project), member(project, "B")
    exclude(excluded)
    lift(excluded)
    assert state_of(project) == before
    assert set(Assignment.objects.values_list("purpose", flat=True)) == {"work"}


def test_counting_them_again_after_others_came_counts_both_and_gives_out_nothing_more(project: Project) -> None:
    excluded = member(project, "B")
    exclude(excluded)
    make_rating(make_member(project), 3)
    lift(excluded)
    assert state_of(project) == ("annotated", 2, 2, 2)
    assert ratings(project) == 3
    assert lease_next(user=make_member(project).user, project=project) is None


def test_a_rating_beyond_what_is_required_takes_the_place_of_the_next_who_is_excluded(project: Project) -> None:
    first = member(project, "B")
    exclude(first)
    make_rating(make_member(project), 3)
    lift(first)
    exclude(member(project, "A"))
    assert state_of(project) == ("annotated", 2, 2, 2)
    assert ratings(project) == 2
    exclude(first)
    assert state_of(project) == ("open", 2, 1, 1)


def test_the_excluded_get_nothing_new_and_finish_what_they_began() -> None:
    project = make_rating_project(annotators_per_item=1)
    annotator = make_member(project)
    begun = lease_rating(annotator)
    exclude(annotator)
    assert Item.objects.get(pk=begun.item_id).assigned_count == 0
    assert lease_rating(annotator) == begun
    begun.refresh_from_db()
    submit_rating(begun)
    assert Item.objects.get(pk=begun.item_id).submitted_count == 0
    assert lease_next(user=annotator.user, project=project) is None
    lift(annotator)
    assert Item.objects.get(pk=begun.item_id).submitted_count == 1
    assert lease_next(user=annotator.user, project=project) is not None


def test_no_step_of_an_excluded_annotator_moves_the_counts_of_their_item(project: Project) -> None:
    excluded = member(project, "B")
    exclude(excluded)
    own = excluded.assignments.get()
    named = {"user": excluded.user, "assignment_id": own.pk}
    own = reopen_assignment(**named, operation_id=uuid4(), version=own.version)
    skip_assignment(**named, operation_id=uuid4(), version=own.version, reason="Odd.")
    own = resume_assignment(**named, operation_id=uuid4())
    submit_assignment(**named, operation_id=uuid4(), version=own.version)
    assert state_of(project) == ("open", 2, 1, 1)
    lift(excluded)
    assert state_of(project) == ("annotated", 2, 2, 2)


def test_what_they_skipped_holds_no_place_when_they_count_again(project: Project) -> None:
    excluded = member(project, "B")
    exclude(excluded)
    own = excluded.assignments.get()
    named = {"user": excluded.user, "assignment_id": own.pk}
    own = reopen_assignment(**named, operation_id=uuid4(), version=own.version)
    skip_assignment(**named, operation_id=uuid4(), version=own.version, reason="Odd.")
    lift(excluded)
    assert state_of(project) == ("open", 2, 1, 1)
    assert resume_assignment(**named, operation_id=uuid4()).purpose == "work"
    assert state_of(project) == ("open", 2, 2, 1)


def test_a_study_that_was_brought_in_is_not_given_out_again() -> None:
    project = make_rating_project(text=ONE)
    rows = "".join(f"fish tank,1,whole,{name},{score}\n" for name, score in (("x", 1), ("y", 4)))
    bring_study(project, f"compound,sentence_number,scale,annotator,rating\n{rows}".encode())
    assert state_of(project) == ("annotated", 2, 2, 2)
    exclude(member(project, "B"))
    assert state_of(project) == ("annotated", 2, 2, 2)


def test_the_cost_does_not_grow_with_the_ratings() -> None:
    def count(rows: int) -> int:
        text = "compound\tsentence\n" + "".join(f"thing{n} tank\tA thing{n} tank.\n" for n in range(rows))
        project = make_rating_project(text=text, annotators_per_item=1)
        annotator = make_member(project)
        for _ in range(rows):
            make_rating(annotator)
        with CaptureQueriesContext(
            connection,
        ) as queries:
            exclude(annotator)
            lift(annotator)
        assert set(Item.objects.filter(project=project).values_list("submitted_count", flat=True)) == {1}
        return len(queries)

    assert count(2) == count(12)
