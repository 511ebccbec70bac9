"""Reviewing hits: sums, undo, and two people at once."""

from copy import deepcopy
from uuid import uuid4

import pytest

from annotation_site.accounts.models import User
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Role
from annotation_site.web.exceptions import DomainError, RoleRequired, StaleVersion
from evaluation.finding.models import Finding, FoundPhrase, Hit
from evaluation.finding.queries import find_last_decision, sum_up
from evaluation.finding.services.review import decide_hit, decide_phrase, undo_decision
from tests.evaluation.findings import make_finding
from tests.factories import make_member, make_project
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db


made = made_for_module(lambda: make_finding(make_project()))


@pytest.fixture
def finding(made: Finding) -> Finding:
    return deepcopy(made)


def first(finding: Finding) -> Hit:
    return Hit.objects.filter(finding=finding).order_by("phrase_id", "pk")[0]


def decide(finding: Finding, hit: Hit, verdict: str, user: User | None = None, **more: object) -> Hit:
    asked: dict[str, object] = {"seen": hit.seen, "operation_id": uuid4(), **more}
    return decide_hit(user=user or finding.created_by, finding=finding, hit=hit, verdict=verdict, **asked)  # type: ignore[arg-type]


def undo(finding: Finding, user: User | None = None) -> int:
    user = user or finding.created_by
    decision = find_last_decision(finding, user)
    return undo_decision(user=user, finding=finding, decision=decision) if decision else 0


def sums(finding: Finding) -> tuple[int, int, int]:
    """Open, accepted, rejected, as the running sums and as counted hit by hit, which must be the same."""
    found = sum_up(finding)
    counted = [Hit.objects.filter(finding=finding, verdict=verdict).count() for verdict in Hit.Verdict.values]
    assert [found.open, found.accepted, found.rejected] == counted
    return found.open, found.accepted, found.rejected


def test_decisions_add_up_to_precision(finding):
    hits = list(Hit.objects.filter(finding=finding).order_by("pk"))
    decide(finding, hits[0], "accepted")
    decide(finding, hits[1], "rejected")
    decide(finding, hits[2], "accepted")
    assert sums(finding) == (1, 2, 1)
    assert sum_up(finding).precision == pytest.approx(2 / 3)
    assert Operation.objects.filter(kind="decide_hits").count() == 3


def test_undo_goes_back_step_by_step(finding):
    hit = decide(finding, first(finding), "accepted")
    hit = decide(finding, hit, "rejected")
    assert sums(finding) == (3, 0, 1)
    assert undo(finding) == 1
    assert sums(finding) == (3, 1, 0)
    assert undo(finding) == 1
    assert sums(finding) == (4, 0, 0)
    assert find_last_decision(finding, finding.created_by) is None


def test_a_click_sent_twice_counts_once(finding):
    operation_id = uuid4()
    hit = first(finding)
    decide(finding, hit, "accepted", operation_id=operation_id)
    decide(finding, hit, "accepted", operation_id=operation_id)
    decide(finding, hit, "accepted")  # the same said from a second tab
    assert sums(finding) == (3, 1, 0)


def test_an_undo_sent_twice_reverts_one_decision(finding):
    hit = decide(finding, first(finding), "accepted")
    decide(finding, hit, "rejected")
    decision = find_last_decision(finding, finding.created_by)
    assert undo_decision(user=finding.created_by, finding=finding, decision=decision) == 1
    assert undo_decision(user=finding.created_by, finding=finding, decision=decision) == 0
    assert sums(finding) == (3, 1, 0)


def test_what_somebody_else_decided_is_not_overwritten(finding):
    hit = first(finding)
    decide(finding, hit, "accepted")
    adjudicator = make_member(finding.project, Role.ADJUDICATOR).user
    with pytest.raises(StaleVersion) as caught:
        decide(finding, hit, "rejected", adjudicator, seen=0)
    assert caught.value.details["state"]["verdict"] == "accepted"
    assert sums(finding) == (3, 1, 0)


def test_undo_leaves_what_somebody_decided_since(finding):
    hit = decide(finding, first(finding), "accepted")
    adjudicator = make_member(finding.project, Role.ADJUDICATOR).user
    mine = find_last_decision(finding, finding.created_by)
    decide(finding, hit, "rejected", adjudicator)
    assert undo_decision(user=finding.created_by, finding=finding, decision=mine) == 0
    assert sums(finding) == (3, 0, 1)
    with pytest.raises(DomainError, match="You can undo only your own decisions"):
        undo_decision(user=adjudicator, finding=finding, decision=mine)


def test_a_phrase_is_accepted_at_once_but_for_what_was_decided(finding):
    hit = decide(finding, first(finding), "rejected")
    operation_id = uuid4()
    for _ in range(2):
        count = decide_phrase(
            user=finding.created_by, finding=finding, phrase=hit.phrase, verdict="accepted", operation_id=operation_id
        )
        assert count == 1
    assert sums(finding) == (2, 1, 1)
    assert undo(finding) == 1
    assert sums(finding) == (3, 0, 1)


def test_undo_of_a_phrase_leaves_hits_decided_since(finding):
    phrase = FoundPhrase.objects.get(finding=finding, place=1)
    decide_phrase(user=finding.created_by, finding=finding, phrase=phrase, verdict="accepted", operation_id=uuid4())
    decide(finding, first(finding), "rejected")
    decision = finding.decisions.get(hit_count=2)
    assert undo_decision(user=finding.created_by, finding=finding, decision=decision) == 1
    assert sums(finding) == (3, 0, 1)


def test_a_hit_can_be_opened_again(finding):
    hit = decide(finding, first(finding), "accepted")
    decide(finding, hit, "open")
    assert sums(finding) == (4, 0, 0)


def test_an_operation_id_of_another_phrase_is_refused(finding):
    operation_id = uuid4()
    decide(finding, first(finding), "accepted", operation_id=operation_id)
    other = Hit.objects.filter(finding=finding).order_by("-pk")[0]
    with pytest.raises(DomainError, match="already used for a different action"):
        decide(finding, other, "accepted", operation_id=operation_id)


def test_annotators_do_not_review(finding):
    with pytest.raises(RoleRequired):
        decide(finding, first(finding), "accepted", make_member(finding.project).user)
