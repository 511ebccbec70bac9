"""Reopening a closed round: everything is as before it was closed, or nothing changes and a sentence says why."""

from datetime import timedelta
from types import SimpleNamespace
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from alignment.adjudication.services.acceptance import accept_agreed
from alignment.agreement.queries.changes import count_changes
from alignment.agreement.services.recount import recount_agreement
from alignment.readings.queries.drawn import read_links
from alignment.releases.services import request_release
from alignment.rounds.models import ReconciliationRound, RoundAgreement, RoundChance, RoundReading
from alignment.rounds.queries.readings import open_readings
from alignment.rounds.services.closing import remove_from_round
from alignment.rounds.services.reopening import reopen_round
from alignment.rounds.services.steps import change_link, keep_reading
from annotation_site.assignments.models import Item
from annotation_site.assignments.services.submissions import reopen_assignment, submit_assignment
from annotation_site.notices.models import Notice
from annotation_site.operations.models import Operation
from annotation_site.web.exceptions import NotEditable, RoleRequired
from tests.alignment.rounds.two import Two, adjudicate
from tests.evaluation.gold_releases import make_release
from tests.factories import make_member, make_pair, make_reading
from tests.markup import markup_of

pytestmark = pytest.mark.django_db


def reopen(two: Two, number: int = 1, **more: Any) -> ReconciliationRound:
    known = {"user": two.manager, "project": two.project, "operation_id": uuid4(), **more}
    return reopen_round(**known, number=number)


def picture(two: Two) -> dict[str, Any]:
    """Return what closing and reopening must give back."""
    count_changes(two.project.pk)
    held = two.project.reconciliation_rounds.get()
    return {
        "round": (held.state, held.closed_at, held.closed_by_id),
        "places": list(held.items.values_list("item", "is_open", "removed_at")),
        "readings": list(
            RoundReading.objects.order_by("pk").values_list("state", "before", "after", "settled_at", "kept_cells")
        ),
        "links": [read_links(each) for each in (two.mine, two.theirs)],
        "sums": list(RoundAgreement.objects.order_by("pk").values_list("moment", "scope", "both_any")),
        "chances": list(RoundChance.objects.order_by("pk").values_list("moment", "scope", "link_items")),
        "items": list(Item.objects.order_by("pk").values_list("state", "agreement__is_ready")),
    }


def test_a_round_is_as_it_was_before_it_was_closed(two: Two) -> None:
    two.open()
    keep_reading(**two.step(two.theirs))
    before = picture(two)
    two.close()
    assert picture(two) != before
    reopen(two)
    assert picture(two) == before
    assert not recount_agreement(two.project)
    change_link(**two.step(two.mine), cell=(0, 0), label="P")
    assert two.close().closed_at is not None


def test_an_unfinished_draft_that_closing_restored_is_a_draft_again(two: Two) -> None:
    two.open()
    change_link(**two.step(two.mine), cell=(1, 2), label=None)
    two.mine.unaligned_tokens.filter(token_index=1).delete()  # a word is left undone
    draft = read_links(two.mine)
    two.close()
    assert read_links(two.mine) != draft
    reopen(two)
    assert read_links(two.mine) == draft
    assert RoundReading.objects.get(assignment=two.mine).state == RoundReading.State.CHANGING
    assert two.mine.submissions.count() == 1


def test_a_reading_that_closing_submitted_waits_for_its_annotator(two: Two) -> None:
    two.open()
    change_link(**two.step(two.mine), cell=(0, 0), label="P")
    two.close()
    assert two.mine.submissions.count() == 2
    reopen(two)
    waiting = RoundReading.objects.get(assignment=two.mine)
    assert (waiting.state, waiting.settled_at) == (RoundReading.State.CHANGING, None)
    keep_reading(**two.step(two.mine))
    assert RoundReading.objects.get(assignment=two.mine).state == RoundReading.State.CHANGED


def test_a_pair_that_was_removed_from_the_round_stays_out(two: Two) -> None:
    make_pair(two.project)
    make_reading(two.a, "0-0S 1-2S 2-1S"), make_reading(two.b, "0-0P 1-2S 2-1S")
    two.open()
    out = two.mine.item.number
    remove_from_round(user=two.manager, project=two.project, operation_id=uuid4(), number=1, item_number=out)
    two.close()
    held = reopen(two)
    assert dict(held.items.values_list("item__number", "is_open")) == {out: False, 3: True}
    assert not open_readings(two.a.user).filter(assignment=two.mine).exists()


def test_annotators_see_each_other_again_and_the_queue_waits(two: Two) -> None:
    two.open()
    two.close()
    reopen(two)
    assert [seen.assignment for seen in open_readings(two.a.user)] == [two.mine]
    with pytest.raises(NotEditable, match="reconciliation round"):
        adjudicate(two, [(0, 0, "S")])


def test_annotators_are_told_that_it_is_open_again(two: Two) -> None:
    two.open()
    two.close()
    Notice.objects.all().delete()
    reopen(two)
    assert {each.user for each in Notice.objects.all()} == {two.a.user, two.b.user}


@pytest.mark.parametrize(("hours", "is_refused"), [(23, False), (24, True)])
def test_within_a_day_and_not_after(two: Two, hours: int, is_refused: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    two.open()
    closed_at = two.close().closed_at
    assert closed_at
    clock = SimpleNamespace(now=lambda: closed_at + timedelta(hours=hours))
    monkeypatch.setattr("alignment.rounds.queries.reopening.timezone", clock)
    if is_refused:
        with pytest.raises(NotEditable, match="more than 24 hours ago"):
            reopen(two)
    else:
        reopen(two)


def decide(two: Two) -> None:
    adjudicate(two, [(0, 0, "S")])


def decide_and_take_back(two: Two) -> None:
    accept_agreed(user=two.manager, project=two.project, operation_id=uuid4())
    adjudicate(two, [(0, 0, "S")])


def change_own(two: Two) -> None:
    reopen_assignment(**two.step(two.mine))


def submit_anew(two: Two) -> None:
    reopen_assignment(**two.step(two.mine))
    submit_assignment(**two.step(two.mine))


@pytest.mark.parametrize(
    ("act", "reason"),
    [
        (decide, "1 of its pairs has been adjudicated since"),
        (decide_and_take_back, "1 of its pairs has been adjudicated since"),
        (change_own, "1 of its pairs was changed since"),
        (submit_anew, "1 of its pairs was changed since"),
        (lambda two: make_release(two.project), "its readings are in release 1"),
        (
            lambda two: request_release(user=two.manager, project=two.project, request_id=uuid4()),
            "while a release is being created",
        ),
        (lambda two: two.open(), "round 2 was opened since"),
    ],
)
def test_refused_once_something_rests_on_it(two: Two, act: Any, reason: str) -> None:
    two.open()
    two.close()
    act(two)
    with pytest.raises(NotEditable, match=reason):
        reopen(two)
    client = Client()
    client.force_login(two.manager)
    shown = markup_of(client.get(reverse("alignment:round_reopen", args=[two.project.slug, 1])))
    assert reason in shown and "<button" not in shown.partition("<main")[2]


def test_only_a_manager_reopens(two: Two) -> None:
    two.open()
    two.close()
    with pytest.raises(RoleRequired):
        reopen(two, user=make_member(two.project, "adjudicator").user)


def test_the_same_form_twice_reopens_once_and_the_history_tells(two: Two) -> None:
    two.open()
    two.close()
    client = Client()
    client.force_login(two.manager)
    address = reverse("alignment:round_reopen", args=[two.project.slug, 1])
    assert "2 annotators see each other’s readings of 1 pair again" in markup_of(client.get(address))
    form = {"operation_id": str(uuid4())}
    for _ in range(2):
        answer = client.post(address, form, follow=True)
        assert answer.status_code == 200
    assert Operation.objects.of_project(two.project, "round_reopen").count() == 1
    text = markup_of(answer)
    assert text.index("Opened <time") < text.index("Closed <time") < text.index("Reopened <time")


def test_the_api_reopens_and_says_why_not(two: Two) -> None:
    two.open()
    client = Client()
    client.force_login(two.manager)
    address = reverse("api:round-reopen", args=[two.project.slug, 1])
    body = {"operation_id": str(uuid4())}
    refused = client.post(address, body, content_type="application/json")
    assert (refused.status_code, refused.json()["detail"]) == (409, "Round 1 is open.")
    two.close()
    answer = client.post(address, body, content_type="application/json")
    assert (answer.status_code, answer.json()["state"]) == (200, "open")
