"""Training on pairs with gold, before anybody works."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from alignment.agreement.models import PairAgreement
from alignment.releases.queries import read_released_pairs
from alignment.training.models import KnownGold, TrainingRun
from alignment.training.services.known_gold import remove_known_gold
from alignment.training.services.training import allow_attempt
from annotation_site.assignments.models import Item
from annotation_site.assignments.services.assignments import resume_assignment, skip_assignment
from annotation_site.assignments.services.submissions import reopen_assignment
from annotation_site.projects.models import Membership
from annotation_site.web.exceptions import DomainError, NotEditable
from tests.alignment.training.campaign import GOLD, WRONG, Campaign, client_of
from tests.factories import draw, submit

pytestmark = pytest.mark.django_db


def test_a_newcomer_gets_the_training_pairs_first_and_passes() -> None:
    campaign = Campaign()
    first, second = campaign.read(GOLD), campaign.read(GOLD)
    assert [each.item.number for each in (first, second)] == campaign.numbers
    assert first.purpose == second.purpose == "training"
    run = TrainingRun.objects.get()
    assert (run.state, run.agr, run.threshold) == ("passed", 1.0, 80)
    third = campaign.next()
    assert third is not None
    assert (third.purpose, third.item.number in campaign.numbers) == ("work", False)


def test_the_threshold_is_over_the_whole_set() -> None:
    campaign = Campaign(training_threshold=50)
    campaign.read(WRONG)
    campaign.read(GOLD)
    assert (TrainingRun.objects.get().agr, TrainingRun.objects.get().state) == (0.5, "passed")


def test_who_does_not_pass_gets_no_real_pair_but_another_try_from_an_empty_page() -> None:
    campaign = Campaign(training_attempts=2)
    first = campaign.read(WRONG)
    campaign.read(WRONG)
    assert campaign.next() is None
    assert campaign.again().number == 2
    with pytest.raises(DomainError):
        campaign.again()
    assignment = campaign.next()
    assert assignment is not None
    assert (assignment.pk, assignment.links.count(), assignment.unaligned_tokens.count()) == (first.pk, 0, 0)
    submit(draw(assignment, GOLD))
    campaign.read(GOLD)
    assert list(TrainingRun.objects.values_list("state", flat=True).order_by("number")) == ["failed", "passed"]
    assert campaign.next() is not None


def test_used_up_attempts_are_the_managers_to_extend() -> None:
    campaign = Campaign(training_attempts=1)
    campaign.read(WRONG)
    campaign.read(WRONG)
    with pytest.raises(DomainError):
        campaign.again()
    known = {"user": campaign.manager, "project": campaign.project, "annotator_id": campaign.newcomer.pk}
    operation_id = uuid4()
    assert allow_attempt(**known, operation_id=operation_id).number == 2
    assert allow_attempt(**known, operation_id=operation_id).number == 2
    assert TrainingRun.objects.count() == 2
    with pytest.raises(DomainError):
        allow_attempt(**known, operation_id=uuid4())
    assert campaign.next() is not None


def test_who_was_at_work_before_goes_on() -> None:
    campaign = Campaign()
    assignment = campaign.next(campaign.elders[0])
    assert assignment is not None
    assert assignment.purpose == "work"


def test_training_counts_nowhere_else() -> None:
    campaign = Campaign()
    before = list(Item.objects.order_by("number").values_list("assigned_count", "submitted_count", "state"))
    comparisons, released = PairAgreement.objects.count(), list(read_released_pairs(campaign.project))
    assignment = campaign.next()
    assert assignment is not None
    known = {"user": campaign.newcomer.user, "assignment_id": assignment.pk, "operation_id": uuid4()}
    skip_assignment(**known, version=assignment.version, reason="odd")
    resume_assignment(**known | {"operation_id": uuid4()})
    assignment.refresh_from_db()
    submit(draw(assignment, WRONG))
    campaign.read(WRONG)
    assert list(Item.objects.order_by("number").values_list("assigned_count", "submitted_count", "state")) == before
    assert PairAgreement.objects.count() == comparisons
    assert list(read_released_pairs(campaign.project)) == released
    assert Membership.objects.get(pk=campaign.newcomer.pk).submitted_count == 0


def test_a_skipped_training_pair_comes_again_last() -> None:
    campaign = Campaign()
    assignment = campaign.next()
    assert assignment is not None
    skip_assignment(
        user=campaign.newcomer.user,
        assignment_id=assignment.pk,
        operation_id=uuid4(),
        version=assignment.version,
        reason="odd",
    )
    assert campaign.read(GOLD).item.number == campaign.numbers[1]
    assert campaign.read(GOLD).pk == assignment.pk


def test_gold_is_seen_only_once_the_pair_is_handed_in() -> None:
    campaign = Campaign()
    assignment = campaign.next()
    assert assignment is not None
    client = client_of(campaign.newcomer)
    address = reverse("alignment:training_pair", args=[assignment.pk])
    assert client.get(address).status_code == 404
    fields = {"operation_id": str(uuid4()), "version": draw(assignment, WRONG).version, "mark_rest": "on"}
    answer = client.post(reverse("alignment:submit", args=[assignment.pk]), fields)
    assert answer["Location"] == address
    page = client.get(address).content.decode()
    assert "not in gold" in page and "missing" in page
    assert client_of(campaign.elders[0]).get(address).status_code == 404
    # In the next attempt the pair is closed again until it is handed in.
    campaign.read(WRONG)
    campaign.again()
    campaign.next()
    assert client.get(address).status_code == 404


def test_a_training_pair_stays_as_it_was_handed_in() -> None:
    campaign = Campaign()
    done = campaign.read(GOLD)
    with pytest.raises(NotEditable):
        reopen_assignment(
            user=campaign.newcomer.user, assignment_id=done.pk, operation_id=uuid4(), version=done.version
        )


def test_later_decisions_do_not_change_a_test() -> None:
    campaign = Campaign()
    known = KnownGold.objects.order_by("item")[0]
    assert known.reading["sure"] == "0-0 1-2 2-1"
    campaign.read(GOLD)
    remove_known_gold(user=campaign.manager, project=campaign.project, number=campaign.numbers[0], operation_id=uuid4())
    campaign.read(GOLD)
    assert TrainingRun.objects.get().agr == 1.0


def test_the_api_says_where_one_stands_and_begins_again() -> None:
    campaign = Campaign(training_attempts=2)
    client = client_of(campaign.newcomer)
    address = reverse("api:training", args=[campaign.project.slug])
    assert client.get(address).json()["is_required"] is True
    campaign.read(WRONG)
    campaign.read(WRONG)
    answer = client.post(address, {"operation_id": str(uuid4())}, content_type="application/json").json()
    assert [run["state"] for run in answer["runs"]] == ["failed", "underway"]
    assert (answer["attempts_left"], answer["done"], answer["total"]) == (0, 0, 2)
    manager = Client()
    manager.force_login(campaign.manager)
    listed = manager.get(reverse("api:known-gold", args=[campaign.project.slug])).json()
    assert [row["number"] for row in listed["results"]] == campaign.numbers
