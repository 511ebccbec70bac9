"""Participants who come at the same moment: one for each session and place, and nobody is paid twice."""

from decimal import Decimal

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.projects.models import Project
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.services.opening import open_crowd
from idiomaticity.crowd.services.participants import review_workers
from tests.idiomaticity.crowd.entering import come_in, link_of, rate, set_up
from tests.idiomaticity.making import make_rating_project
from tests.running.at_once import at_once

pytestmark = pytest.mark.django_db(transaction=True)
IDS = {"worker_parameter": "PROLIFIC_PID", "session_parameter": "SESSION_ID"}
MANY = 6


def make_study(**settings: object) -> Project:
    project = make_rating_project()
    set_up(project, **IDS, **settings)  # type: ignore[arg-type]
    open_crowd(user=project.created_by, project=project, is_open=True)
    return project


def wait_at_consent(project: Project, query: str) -> tuple[Client, dict[str, object]]:
    client = Client()
    client.get(link_of(project, query))
    return client, {"entry_id": client.session["crowd_entry"]["entry_id"], "version": 1, "agrees": "on"}


def agree_at_once(project: Project, queries: list[str]) -> list[int]:
    waiting = [wait_at_consent(project, query) for query in queries]
    page = reverse("idiomaticity:crowd_consent")
    return at_once([lambda client=client, sent=sent: client.post(page, sent).status_code for client, sent in waiting])


def test_a_session_redeemed_by_many_lets_one_in() -> None:
    project = make_study()
    answers = agree_at_once(project, [f"?PROLIFIC_PID=p{number}&SESSION_ID=s1" for number in range(MANY)])
    assert sorted(answers) == [302, *[409] * (MANY - 1)]
    assert CrowdWorker.objects.count() == 1


def test_one_person_in_many_windows_is_one_participant() -> None:
    project = make_study()
    agree_at_once(project, [f"?PROLIFIC_PID=aa&SESSION_ID=s{number}" for number in range(MANY)])
    assert CrowdWorker.objects.count() == 1


def test_the_last_place_is_given_once() -> None:
    project = make_study(most_people=1)
    agree_at_once(project, [f"?PROLIFIC_PID=p{number}&SESSION_ID=s{number}" for number in range(MANY)])
    assert CrowdWorker.objects.count() == 1


def test_many_managers_who_approve_at_once_pay_once() -> None:
    project = make_study(payment=2, currency="GBP")
    come_in(project, "?PROLIFIC_PID=aa&SESSION_ID=s1")
    worker = CrowdWorker.objects.select_related("call", "membership").get()
    rate(worker)
    reviewed = {"user": project.created_by, "project": project, "annotators": [worker.membership.pseudonym]}
    at_once([lambda: review_workers(**reviewed, approval="approved", bonus=Decimal("0.75"))] * MANY)
    worker.refresh_from_db()
    assert (worker.approval, worker.bonus) == ("approved", Decimal("0.75"))
