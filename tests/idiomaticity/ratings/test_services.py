"""Saving, submitting and reopening a rating; and the next one."""

from copy import deepcopy
from itertools import pairwise
from uuid import uuid4

import pytest
from django.db import IntegrityError, connection, transaction
from django.http import Http404
from django.test.utils import CaptureQueriesContext

from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.queries import describe_state
from annotation_site.assignments.services.changes import change_assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.assignments.services.submissions import reopen_assignment, submit_assignment
from annotation_site.operations.models import Operation
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion, Untouched
from idiomaticity.ratings.models import Paraphrase, Rating
from idiomaticity.ratings.queries import read_judgement
from idiomaticity.scales.judgements import CANNOT_JUDGE, Judgement
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating, make_rating_project, submit_rating
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db
GIVEN = Judgement(2, 1, 0, ("barrier", "invisible wall"))


def make_leased(**settings: object) -> Assignment:
    text = "compound\tsentence\nfish tank\tA fish tank.\n"
    return lease_rating(make_member(make_rating_project(text=text, **settings)))


made = made_for_module(make_leased)


@pytest.fixture
def assignment(made: Assignment) -> Assignment:
    return deepcopy(made)


def save(assignment: Assignment, judgement: Judgement = GIVEN, **changes: object) -> Operation:
    values = {"operation_id": uuid4(), "version": assignment.version, "judgement": judgement, **changes}
    return change_assignment(user=assignment.annotator.user, assignment_id=assignment.pk, **values)  # type: ignore[arg-type]


def test_a_rating_is_saved_with_its_operation(assignment: Assignment) -> None:
    operation = save(assignment)
    assert read_judgement(assignment) == GIVEN
    assert operation.payload["before"]["head"] is None
    assert operation.payload["after"] == GIVEN.to_json()
    assert operation.version == 1


def test_a_submission_with_a_rating_reads_nothing_twice(assignment: Assignment) -> None:
    with CaptureQueriesContext(connection) as asked:
        submit_assignment(
            user=assignment.annotator.user,
            assignment_id=assignment.pk,
            operation_id=uuid4(),
            version=assignment.version,
            judgement=GIVEN,
        )
    statements = [each["sql"] for each in asked]
    assert len(set(statements)) == len(statements)
    assert Assignment.objects.get(pk=assignment.pk).submissions.get().reading == GIVEN.to_json()


def test_the_same_operation_sent_twice_is_applied_once(assignment: Assignment) -> None:
    operation_id = uuid4()
    first, second = (save(assignment, operation_id=operation_id) for _ in "ab")
    assert (first.version, first.created_at) == (second.version, second.created_at)
    assert Assignment.objects.get(pk=assignment.pk).version == 1


def test_a_stale_version_is_refused_with_the_state_as_it_is(assignment: Assignment) -> None:
    save(assignment)
    with pytest.raises(StaleVersion) as refused:
        save(assignment, Judgement(5, 5, 5))
    assert refused.value.details["state"]["judgement"]["head"] == 2
    assert read_judgement(assignment) == GIVEN


def test_somebody_elses_rating_does_not_exist(assignment: Assignment) -> None:
    other = make_member(assignment.item.project)
    with pytest.raises(Http404):
        change_assignment(
            user=other.user, assignment_id=assignment.pk, operation_id=uuid4(), version=0, judgement=GIVEN
        )


@pytest.mark.parametrize(
    ("judgement", "sentence"),
    [
        (Judgement(6, 1, 0), "0 to 5"),
        (Judgement(-2, 1, 0), "0 to 5"),
        (Judgement(True, 1, 0), "0 to 5"),
        (Judgement(1, 1, 0, ("a", "b", "c", "d")), "at most 3"),
        (Judgement(1, 1, 0, ("fish-tank",)), "compound itself"),
        (Judgement(1, 1, 0, ("aquarium", "Aquarium")), "“Aquarium” occurs twice"),
        (Judgement(1, 1, 0, ("none",)), "Leave the field empty"),
        (Judgement(1, 1, 0, ("x" * 201,)), "200 characters"),
        (Judgement(1, 1, 0, ("\ufdfa" * 30,)), "200 characters"),
    ],
)
def test_what_is_no_rating_is_refused(assignment: Assignment, judgement: Judgement, sentence: str) -> None:
    with pytest.raises(DomainError, match=sentence):
        save(assignment, judgement)
    assert not Rating.objects.filter(assignment=assignment).exists()


def test_submitting_needs_an_answer_on_every_scale(assignment: Assignment) -> None:
    with pytest.raises(Untouched) as refused:
        submit_judgement(assignment, Judgement(head=3))
    assert refused.value.details["scales"] == ["modifier", "whole"]


def test_not_being_able_to_judge_is_an_answer(assignment: Assignment) -> None:
    submit_judgement(assignment, Judgement(CANNOT_JUDGE, CANNOT_JUDGE, CANNOT_JUDGE))
    assert Assignment.objects.get(pk=assignment.pk).state == "submitted"


def submit_judgement(assignment: Assignment, judgement: Judgement | None) -> Assignment:
    return submit_assignment(
        user=assignment.annotator.user,
        assignment_id=assignment.pk,
        operation_id=uuid4(),
        version=Assignment.objects.get(pk=assignment.pk).version,
        judgement=judgement,
    )


def test_submitting_keeps_a_snapshot_and_counts(assignment: Assignment) -> None:
    save(assignment)
    done = submit_judgement(assignment, None)
    assert done.submissions.get().reading == GIVEN.to_json()
    item = Item.objects.get(pk=assignment.item_id)
    assert (item.submitted_count, item.state) == (1, "open")
    done.annotator.refresh_from_db()
    assert done.annotator.submitted_count == 1


def test_a_rating_that_is_submitted_does_not_change(assignment: Assignment) -> None:
    submit_rating(assignment)
    with pytest.raises(NotEditable):
        save(Assignment.objects.get(pk=assignment.pk))


def test_reopening_takes_the_rating_out_of_the_counts(assignment: Assignment) -> None:
    done = submit_rating(assignment)
    again = reopen_assignment(
        user=done.annotator.user, assignment_id=done.pk, operation_id=uuid4(), version=done.version
    )
    assert again.state == "in_progress"
    assert Item.objects.get(pk=done.item_id).submitted_count == 0
    assert not Rating.objects.submitted(done.item.project).exists()


def test_the_database_refuses_scores_and_paraphrases_that_cannot_be(assignment: Assignment) -> None:
    save(assignment)
    for change in ({"head": 101}, {"whole": -2}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Rating.objects.filter(assignment=assignment).update(**change)
    for wrong in ({"position": 4}, {"position": 3, "normalised": "barrier"}, {"position": 1}):
        values = {"assignment": assignment, "text": "new", "normalised": "new", **wrong}
        with pytest.raises(IntegrityError), transaction.atomic():
            Paraphrase.objects.create(**values)


def test_two_sentences_of_one_compound_never_follow_each_other_where_it_can_be_avoided() -> None:
    rows = "".join(
        f"{name} tank\tIt is {name} tank {word}.\n" for name in ("fish", "gas", "oil") for word in ("one", "two", "six")
    )
    project = make_rating_project(text="compound\tsentence\n" + rows, annotators_per_item=10)
    for _ in range(5):
        annotator = make_member(project)
        seen = []
        while (assignment := lease_next(user=annotator.user, project=project)) is not None:
            seen.append(assignment.item.occurrence.compound_id)
            submit_rating(assignment)
        assert len(seen) == 9
        # Towards the end only sentences of one compound may be left.
        assert all(first != second for first, second in pairwise(seen[:6]))


def test_one_compound_alone_is_rated_all_the_same() -> None:
    project = make_rating_project(text="compound\tsentence\nfish tank\tA fish tank.\nfish tank\tThe fish tank.\n")
    annotator = make_member(project)
    make_rating(annotator)
    make_rating(annotator)
    assert lease_next(user=annotator.user, project=project) is None


def test_the_number_of_required_ratings_is_reached_evenly() -> None:
    rows = "".join(f"{name} tank\tA {name} tank.\n" for name in ("fish", "gas", "oil", "rain", "think", "water"))
    project = make_rating_project(text="compound\tsentence\n" + rows, annotators_per_item=3)
    for annotator in [make_member(project) for _ in range(3)]:
        for _ in range(4):
            make_rating(annotator)
    counts = Item.objects.filter(project=project).values_list("submitted_count", flat=True)
    assert list(counts) == [2] * 6


def test_the_state_tells_nothing_of_other_annotators() -> None:
    project = make_rating_project(text="compound\tsentence\nfish tank\tA fish tank.\n")
    mine = lease_rating(make_member(project))
    before = describe_state(Assignment.objects.get(pk=mine.pk))
    make_rating(make_member(project), 5, "aquarium")
    assert describe_state(Assignment.objects.get(pk=mine.pk)) == before


FAMILIARITY = {"name": "familiarity", "question": "Do you know {compound}?", "scale": {"lowest": 1, "highest": 7}}
ASKED = {"scale": {"lowest": 1, "highest": 7}, "extra_questions": [FAMILIARITY]}


made_of_seven = made_for_module(lambda: make_leased(**ASKED))


@pytest.fixture
def of_seven(made_of_seven: Assignment) -> Assignment:
    return deepcopy(made_of_seven)


def test_scores_lie_on_the_studys_scale_and_extra_answers_on_their_own(of_seven: Assignment) -> None:
    given = Judgement(7, 1, CANNOT_JUDGE, extra={"familiarity": 7})
    save(of_seven, given)
    assert read_judgement(of_seven) == given


@pytest.mark.parametrize(
    ("judgement", "sentence"),
    [
        (Judgement(0, 1, 1), "The score of the head must be 1 to 7"),
        (Judgement(8, 1, 1), "The score of the head must be 1 to 7"),
        (Judgement(1, 1, 1, extra={"familiarity": 0}), "The score of “familiarity” must be 1 to 7"),
        (Judgement(1, 1, 1, extra={"domain": 1}), "no question “domain”"),
    ],
)
def test_answers_beside_a_scale_are_refused(of_seven: Assignment, judgement: Judgement, sentence: str) -> None:
    with pytest.raises(DomainError) as refused:
        save(of_seven, judgement)
    assert sentence in refused.value.sentence


def test_an_extra_question_needs_an_answer_too(of_seven: Assignment) -> None:
    user, sent = of_seven.annotator.user, {"assignment_id": of_seven.pk, "version": 0}
    with pytest.raises(Untouched, match="Score familiarity first") as refused:
        submit_assignment(user=user, operation_id=uuid4(), judgement=Judgement(1, 1, 1), **sent)  # type: ignore[arg-type]
    assert refused.value.details["scales"] == ["familiarity"]
    whole = Judgement(1, 1, 1, extra={"familiarity": CANNOT_JUDGE})
    submitted = submit_assignment(user=user, operation_id=uuid4(), judgement=whole, **sent)  # type: ignore[arg-type]
    assert submitted.submissions.get().reading["extra"] == {"familiarity": -1}
