"""Training on pairs with gold, before anybody works."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from alignment.agreement.models import PairAgreement
from alignment.agreement.queries.changes import up_to_date
from alignment.releases.queries.pairs import read_released_pairs
from alignment.training.models import KnownGold, TrainingRun
from alignment.training.services.known_gold import remove_known_gold
from alignment.training.services.training import allow_attempt
from annotation_site.assignments.models import Item
from annotation_site.assignments.services.assignments import resume_assignment, skip_assignment
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.projects.models import Membership
from annotation_site.web.exceptions import DomainError, NotEditable
from tests.alignment.training.training_project import GOLD, WRONG, TrainingProject, client_of
from tests.factories import draw, submit

pytestmark = pytest.mark.django_db


def test_a_newcomer_gets_the_training_pairs_first_and_passes() -> None:
    training = TrainingProject()
    first, second = training.read(GOLD), training.read(GOLD)
    assert [each.item.number for each in (first, second)] == training.numbers
    assert first.purpose == second.purpose == "training"
    run = TrainingRun.objects.get()
    assert (run.state, run.agr, run.threshold) == ("passed", 1.0, 80)
    third = training.next()
    assert third is not None
    assert (third.purpose, third.item.number in training.numbers) == ("work", False)


def test_the_threshold_is_over_the_whole_set() -> None:
    training = TrainingProject(training_threshold=50)
    training.read(WRONG)
    training.read(GOLD)
    assert (TrainingRun.objects.get().agr, TrainingRun.objects.get().state) == (0.5, "passed")


def test_who_does_not_pass_gets_no_real_pair_but_another_try_from_an_empty_page() -> None:
    training = TrainingProject(training_attempts=2)
    first = training.read(WRONG)
    training.read(WRONG)
    assert training.next() is None
    assert training.again().number == 2
    with pytest.raises(DomainError):
        training.again()
    assignment = training.next()
    assert assignment is not None
    assert (assignment.pk, assignment.links.count(), assignment.unaligned_tokens.count()) == (first.pk, 0, 0)
    submit(draw(assignment, GOLD))
    training.read(GOLD)
    assert list(TrainingRun.objects.values_list("state", flat=True).order_by("number")) == ["failed", "passed"]
    assert training.next() is not None


def test_used_up_attempts_are_the_managers_to_extend() -> None:
    training = TrainingProject(training_attempts=1)
    training.read(WRONG)
    training.read(WRONG)
    with pytest.raises(DomainError):
        training.again()
    known = {"user": training.manager, "project": training.project, "annotator_id": training.newcomer.pk}
    operation_id = uuid4()
    assert allow_attempt(**known, operation_id=operation_id).number == 2
    assert allow_attempt(**known, operation_id=operation_id).number == 2
    assert TrainingRun.objects.count() == 2
    with pytest.raises(DomainError):
        allow_attempt(**known, operation_id=uuid4())
    assert training.next() is not None


def test_who_was_at_work_before_goes_on() -> None:
    training = TrainingProject()
    assignment = training.next(training.elders[0])
    assert assignment is not None
    assert assignment.purpose == "work"


def test_training_counts_nowhere_else() -> None:
    training = TrainingProject()
    before = list(Item.objects.order_by("number").values_list("assigned_count", "submitted_count", "state"))
    comparisons = up_to_date(PairAgreement, training.project).count()
    released = list(read_released_pairs(training.project))
    assignment = training.next()
    assert assignment is not None
    known = {"user": training.newcomer.user, "assignment_id": assignment.pk, "operation_id": uuid4()}
    skip_assignment(**known, version=assignment.version, reason="odd")
    resume_assignment(**known | {"operation_id": uuid4()})
    assignment.refresh_from_db()
    submit(draw(assignment, WRONG))
    training.read(WRONG)
    assert list(Item.objects.order_by("number").values_list("assigned_count", "submitted_count", "state")) == before
    assert up_to_date(PairAgreement, training.project).count() == comparisons
    assert list(read_released_pairs(training.project)) == released
    assert Membership.objects.get(pk=training.newcomer.pk).submitted_count == 0


def test_a_skipped_training_pair_comes_again_last() -> None:
    training = TrainingProject()
    assignment = training.next()
    assert assignment is not None
    skip_assignment(
        user=training.newcomer.user,
        assignment_id=assignment.pk,
        operation_id=uuid4(),
        version=assignment.version,
        reason="odd",
    )
    assert training.read(GOLD).item.number == training.numbers[1]
    assert training.read(GOLD).pk == assignment.pk


def test_gold_is_seen_only_once_the_pair_is_submitted() -> None:
    training = TrainingProject()
    assignment = training.next()
    assert assignment is not None
    client = client_of(training.newcomer)
    address = reverse("alignment:training_pair", args=[assignment.pk])
    editor = reverse("alignment:annotate", args=[assignment.pk])
    assert client.get(address)["Location"] == editor
    fields = {"operation_id": str(uuid4()), "version": draw(assignment, WRONG).version, "mark_rest": "on"}
    answer = client.post(reverse("alignment:submit", args=[assignment.pk]), fields)
    assert answer["Location"] == address
    page = client.get(address).content.decode()
    assert "not in gold" in page and "missing" in page
    assert client_of(training.elders[0]).get(address).status_code == 404
    # In the next attempt the pair is closed again until it is submitted.
    training.read(WRONG)
    training.again()
    training.next()
    assert client.get(address)["Location"] == editor


def test_a_training_pair_stays_as_it_was_submitted() -> None:
    training = TrainingProject()
    done = training.read(GOLD)
    with pytest.raises(NotEditable):
        reopen_assignment(
            user=training.newcomer.user, assignment_id=done.pk, operation_id=uuid4(), version=done.version
        )


def test_later_decisions_do_not_change_a_test() -> None:
    training = TrainingProject()
    known = KnownGold.objects.order_by("item")[0]
    assert known.reading["sure"] == "0-0 1-2 2-1"
    training.read(GOLD)
    remove_known_gold(user=training.manager, project=training.project, number=training.numbers[0], operation_id=uuid4())
    training.read(GOLD)
    assert TrainingRun.objects.get().agr == 1.0


def test_the_api_says_where_one_stands_and_begins_again() -> None:
    training = TrainingProject(training_attempts=2)
    client = client_of(training.newcomer)
    address = reverse("api:training", args=[training.project.slug])
    assert client.get(address).json()["is_required"] is True
    training.read(WRONG)
    training.read(WRONG)
    answer = client.post(address, {"operation_id": str(uuid4())}, content_type="application/json").json()
    assert [run["state"] for run in answer["runs"]] == ["failed", "underway"]
    assert (answer["attempts_left"], answer["done"], answer["total"]) == (0, 0, 2)
    manager = Client()
    manager.force_login(training.manager)
    listed = manager.get(reverse("api:known-gold", args=[training.project.slug])).json()
    assert [row["number"] for row in listed["results"]] == training.numbers


def test_the_page_offers_a_pair_only_while_one_is_left() -> None:
    training = TrainingProject()
    client = client_of(training.newcomer)
    address = reverse("alignment:training", args=[training.project.slug])
    for _ in training.numbers:
        training.read(GOLD)
    assert "Next pair" in client.get(address).content.decode()
    while training.next() is not None:
        training.read(GOLD)
    assert "Next pair" not in client.get(address).content.decode()
