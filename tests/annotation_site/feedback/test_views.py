"""Pages and API of feedback."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.alignment.feedback.cases import OTHER, OWN, Case, client_of
from tests.factories import make_pair, make_reading

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
