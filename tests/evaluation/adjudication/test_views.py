"""The pages and the API of adjudication, without scripts."""

from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Item
from evaluation.adjudication.models import JudgementAdjudication
from evaluation.adjudication.queries.queue import list_queue
from evaluation.judging.models import JudgingRound
from tests.evaluation.adjudication.disputes import BAD, item_of, make_adjudicator, make_dispute
from tests.evaluation.judgements import answer, lease_judgement, make_round
from tests.factories import make_member

pytestmark = pytest.mark.django_db


def sign_in(judging_round: JudgingRound) -> Client:
    client = Client()
    client.force_login(make_adjudicator(judging_round.project))
    return client


def test_a_preference_is_decided_by_a_plain_form() -> None:
    opened = make_round(method="preference", required_count=2)
    for verdict in (1, 3):
        member = make_member(opened.project)
        for _ in range(opened.task_count):
            given = lease_judgement(member)
            # The same output is better for one person, and worse for the other, whatever was shown first.
            turned = given.shown_order.places[0] == 1
            answer(given, [4 - verdict if turned else verdict])
    client, slug = sign_in(opened), opened.project.slug
    queue = list(list_queue(opened.project))
    assert len(queue) == opened.task_count
    item = queue[0].item
    address = reverse("evaluation:adjudicate", args=(slug, item.number))
    page = client.get(address)
    assert "answers are far apart" in page.content.decode()
    decide = reverse("evaluation:adjudicate_decide", args=(slug, item.number))
    fields = {"operation_id": str(uuid4()), "version": 0, "note": "Equal."}
    assert client.post(decide, fields).status_code == 400, "nothing was chosen"
    done = client.post(decide, {**fields, "answer_0": "2"})
    assert done.url == reverse("evaluation:adjudicate", args=(slug, queue[1].item.number))
    decision = JudgementAdjudication.objects.get()
    assert (decision.answers, decision.note, decision.is_done) == ([2], "Equal.", True)
    assert Item.objects.get(pk=item.pk).state == Item.State.ADJUDICATED
    stale = client.post(decide, {**fields, "operation_id": str(uuid4()), "answer_0": "1"})
    assert stale.status_code == 409
    assert "Someone else has decided" in stale.content.decode()
    undo = reverse("evaluation:adjudicate_undo", args=(slug, item.number))
    assert client.post(undo, {"operation_id": str(uuid4()), "version": 1}).url == address


def test_the_api_saves_drafts_and_tells_the_state_of_a_stale_one() -> None:
    opened = make_dispute()
    client, slug, number = sign_in(opened), opened.project.slug, item_of(opened).number
    (row,) = client.get(reverse("api:judgement-queue", args=(slug,))).json()["results"]
    assert (row["number"], row["score_gap"]) == (number, 50)
    assert client.get(reverse("api:judgement-queue", args=(slug,)), {"show": "decided"}).json()["results"] == []
    address = reverse("api:judgement-decision", args=(slug, number))
    state = client.get(address).json()
    place = state["outputs"].index(BAD)
    draft = {"operation_id": str(uuid4()), "version": 0, "answers": state["answers"], "spans": [[], []]}
    assert client.post(address, draft, "application/json").json()["version"] == 1
    refused = client.post(address, {**draft, "operation_id": str(uuid4())}, "application/json")
    assert (refused.status_code, refused.json()["code"]) == (409, "stale_version")
    assert refused.json()["state"]["spans"][place] == []
    missing = {"operation_id": str(uuid4()), "version": 1, "is_done": True}
    assert client.post(address, missing, "application/json").status_code == 400
    done = {**missing, "answers": [50, 50]}
    assert client.post(address, done, "application/json").json()["is_done"]
    undo = reverse("api:judgement-undo", args=(slug, number))
    back = client.post(undo, {"operation_id": str(uuid4()), "version": 2}, "application/json").json()
    assert (back["is_done"], back["version"]) == (False, 3)


def test_the_queue_takes_other_criteria() -> None:
    opened = make_dispute()
    client, address = sign_in(opened), reverse("evaluation:adjudication", args=(opened.project.slug,))
    worst = reverse("evaluation:adjudicate", args=(opened.project.slug, item_of(opened).number))
    assert worst in client.get(address).content.decode()
    kept = f"?judging_round={opened.number}"
    assert worst + kept in client.get(address + kept).content.decode()
    assert worst + "decide/" + kept in client.get(worst + kept).content.decode()
    lenient = {"f1_below": "0.2", "gap_above": "60"}
    assert worst not in client.get(address, lenient).content.decode()
    assert worst in client.get(address, {**lenient, "show": "agreed"}).content.decode()
