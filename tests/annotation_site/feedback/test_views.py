"""Pages and API of feedback."""

from collections.abc import Callable
from uuid import uuid4

import pytest
from django.db import connection
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from alignment.adjudication.services.decisions import undo_decision
from annotation_site.assignments.models import Item
from annotation_site.feedback.models import Feedback, FeedbackReply
from tests.alignment.corrections.correcting import correct
from tests.alignment.feedback.cases import OTHER, OWN, Case, client_of, switch_on
from tests.factories import make_member, make_pair, make_reading

pytestmark = pytest.mark.django_db


def test_the_list_asks_the_database_equally_often_however_long_it_is(case: Case) -> None:
    client = client_of(case.annotator.user)
    address = reverse("alignment:feedback", args=[case.project.slug])
    client.get(address)
    with CaptureQueriesContext(connection) as few:
        client.get(address)
    for _ in range(3):
        make_pair(case.project)
        case.mine, case.theirs = make_reading(case.annotator, OWN), make_reading(case.other, OTHER)
        case.decide_all()
    with CaptureQueriesContext(connection) as more:
        assert client.get(address).content.decode().count("row-link") == 4
    assert len(more) == len(few)


def test_the_api_answers_and_disputes(case: Case) -> None:
    client = client_of(case.annotator.user)
    address = reverse("api:assignment-feedback", args=[case.mine.pk])
    state = client.get(address).json()
    assert [(link["source"], link["own"], link["gold"]) for link in state["differences"]] == [(0, "Sure", "Possible")]
    body = {"operation_id": str(uuid4()), "version": 0, "action": "dispute", "place": "0-0", "text": "No."}
    said = client.post(address, body, content_type="application/json").json()
    assert (said["state"], said["version"], said["differences"][0]["text"]) == ("disputed", 1, "No.")
    body = {"operation_id": str(uuid4()), "version": 0, "action": "acknowledge_all"}
    assert client.post(address, body, content_type="application/json").status_code == 409
    body = {"operation_id": str(uuid4()), "version": 1, "action": "acknowledge"}
    assert client.post(address, body, content_type="application/json").status_code == 400


def press_acknowledge(case: Case) -> tuple[HttpResponse, HttpResponse]:
    """Return the answers of page and API to a button of a page that was opened before."""
    client = client_of(case.annotator.user)
    known = {"version": 0, "place": "0-0", "action": "acknowledge"}
    page = client.post(
        reverse("alignment:feedback_reply", args=[case.mine.pk]), {**known, "operation_id": uuid4()}, follow=True
    )
    address = reverse("api:assignment-feedback", args=[case.mine.pk])
    body = {**known, "operation_id": str(uuid4())}
    return page, client.post(address, body, content_type="application/json")


def undo_last(case: Case) -> None:
    item = Item.objects.get(pk=case.mine.item_id)
    version = item.adjudication.version
    undo_decision(user=case.adjudicator, item_id=item.pk, operation_id=uuid4(), version=version)


def turn_off(case: Case) -> None:
    switch_on(case.project, shows_feedback=False)


def correct_text(case: Case) -> None:
    correct(case.project, "a dark cat", "un gatto nero")


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        (undo_last, "This item is being decided again."),
        (turn_off, "Feedback was turned off in this project."),
        (correct_text, "The text of this item was corrected"),
    ],
)
def test_a_reply_that_became_impossible_since_the_page_was_opened_is_refused_with_the_reason(
    case: Case, change: Callable[[Case], None], reason: str
) -> None:
    change(case)
    page, answer = press_acknowledge(case)
    assert page.redirect_chain == [(reverse("alignment:feedback", args=[case.project.slug]), 302)]
    [message] = page.context["messages"]
    assert (message.level_tag, str(message).startswith(reason)) == ("error", True)
    assert str(message).endswith("Your reply was not saved.")
    assert (answer.status_code, answer.json()["detail"]) == (409, str(message))
    assert not FeedbackReply.objects.exists()


def test_a_page_of_feedback_that_is_withheld_since_leads_to_the_list_with_the_reason(case: Case) -> None:
    client = client_of(case.annotator.user)
    undo_last(case)
    page = client.get(reverse("alignment:feedback_item", args=[case.mine.pk]), follow=True)
    assert page.redirect_chain == [(reverse("alignment:feedback", args=[case.project.slug]), 302)]
    [message] = page.context["messages"]
    answer = client.get(reverse("api:assignment-feedback", args=[case.mine.pk]))
    assert (answer.status_code, answer.json()["detail"]) == (404, str(message))
    stranger = client_of(make_member(case.project).user)
    for address in ("alignment:feedback_item", "api:assignment-feedback"):
        answer = stranger.get(reverse(address, args=[case.mine.pk]))
        assert answer.status_code == 404
        assert str(message) not in answer.content.decode()


def test_what_was_never_shown_is_not_spoken_of(case: Case) -> None:
    Feedback.objects.update(is_shown=False)
    undo_last(case)
    page, answer = press_acknowledge(case)
    assert (page.status_code, answer.status_code) == (404, 404)
    assert "decided again" not in page.content.decode() + answer.content.decode()
