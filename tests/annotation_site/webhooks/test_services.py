import json
import threading
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test import Client

from alignment.adjudication.services.acceptance import accept_agreed
from alignment.adjudication.services.decisions import adopt_reading, undo_decision
from annotation_site.operations.models import Operation
from annotation_site.outgoing.exceptions import AddressRefused
from annotation_site.projects.models import Project, Role
from annotation_site.web.exceptions import DomainError, LimitReached, NotEditable, RoleRequired
from annotation_site.webhooks.models import TEST, Delivery, Event, Webhook
from annotation_site.webhooks.services import (
    MOST_WEBHOOKS,
    add_webhook,
    announce,
    change_webhook,
    pause_webhook,
    remove_webhook,
    renew_secret,
    send_again,
    send_again_since,
    send_test,
)
from annotation_site.webhooks.signatures import unseal_secret
from idiomaticity.adjudication.services import Verdict, adjudicate_compound
from tests.alignment.releasing import make_release_of
from tests.annotation_site.assignments.desks import CASES, Desk
from tests.annotation_site.webhooks.making import make_webhook
from tests.evaluation.adjudication.disputes import decide, item_of, make_adjudicator, make_dispute
from tests.factories import make_member, make_project, make_reading
from tests.idiomaticity.making import make_rating_project
from tests.running.waiting import is_somebody_waiting
from tests.servers import wait_until
from tests.stand_ins.outside_hosts import OutsideHost

pytestmark = pytest.mark.django_db


def stored() -> list[dict[str, Any]]:
    return [json.loads(body) for body in Delivery.objects.order_by("pk").values_list("body", flat=True)]


@pytest.mark.parametrize("kind", sorted(CASES))
def test_a_submission_of_every_kind_is_an_event_without_names_and_text(kind: str, outside: OutsideHost):
    case = CASES[kind]
    project = case.make()
    make_webhook(project, outside, "submitted")
    desk = Desk(case, project, make_member(project))
    desk.post("submit", **case.submission)
    [event] = stored()
    api = event["data"].pop("api")
    assert event["type"] == "submitted"
    assert event["data"] == {
        "project": project.slug,
        "kind": kind,
        "item": desk.row.item.number,
        "assignment": desk.row.pk,
        "submission": 1,
        "annotator": desk.annotator.pseudonym,
    }
    desk.client.force_login(project.created_by)
    assert desk.client.get(api.removeprefix("http://localhost:8000")).status_code == 200


def test_an_event_that_nobody_asked_for_costs_no_statement(outside: OutsideHost, django_assert_num_queries: Any):
    """The tests of the loop count the statements of a submission without webhooks."""
    project = make_project()
    make_webhook(project, outside, "released")
    with django_assert_num_queries(0):
        announce(project, Event.SUBMITTED, lambda: pytest.fail("nobody asked"))


def test_a_step_that_is_undone_leaves_no_event(outside: OutsideHost):
    project = make_project(pairs=1)
    make_webhook(project, outside)
    with pytest.raises(ZeroDivisionError), transaction.atomic():
        make_reading(make_member(project))
        assert len(stored()) == 1
        1 / 0  # noqa: B018
    assert not stored()


def test_a_decision_that_settles_a_pair_is_an_event_each_time(outside: OutsideHost):
    project = make_project(pairs=2)
    first, second = make_member(project), make_member(project)
    judge = make_member(project, Role.ADJUDICATOR).user
    item = make_reading(first).item
    make_reading(second, "0-1P")
    make_reading(first), make_reading(second)
    make_webhook(project, outside, "adjudicated")
    step = {"user": judge, "item_id": item.pk}
    adopt_reading(**step, operation_id=uuid4(), version=0, pseudonym=first.pseudonym)
    undo_decision(**step, operation_id=uuid4(), version=1)
    adopt_reading(**step, operation_id=(twice := uuid4()), version=2, pseudonym=second.pseudonym)
    adopt_reading(**step, operation_id=twice, version=2, pseudonym=second.pseudonym)
    accept_agreed(user=judge, project=project, operation_id=uuid4())
    one, two, all_others = (event["data"] for event in stored())
    assert (one["item"], one["version"], two["version"]) == (item.number, 1, 3)
    assert one["api"].endswith(f"/api/v1/projects/{project.slug}/adjudication/{item.number}/")
    assert (all_others["acceptance"], all_others["items"]) == (1, 1)


def test_a_decision_on_a_compound_is_an_event_once_it_is_done(outside: OutsideHost):
    project = make_rating_project()
    judge = make_member(project, Role.ADJUDICATOR).user
    make_webhook(project, outside)
    for version, is_done in ((0, False), (1, True)):
        adjudicate_compound(
            user=judge,
            project=project,
            number=1,
            version=version,
            verdict=Verdict("NC", "a private note", is_done),
            operation_id=uuid4(),
        )
    [event] = stored()
    assert (event["type"], event["data"]["compound"], event["data"]["version"]) == ("adjudicated", 1, 2)
    assert "private" not in str(event)


def test_a_decision_on_judgements_is_an_event(outside: OutsideHost):
    judging_round = make_dispute()
    make_webhook(judging_round.project, outside, "adjudicated")
    judge = make_adjudicator(judging_round.project)
    decide(judging_round, judge, answers=[90, 20])
    [event] = stored()
    number = item_of(judging_round).number
    assert (event["data"]["item"], event["data"]["version"]) == (number, 1)
    assert event["data"]["api"].endswith(f"/judgement-queue/{number}/")


@pytest.mark.django_db(transaction=True)
def test_a_release_is_an_event(outside: OutsideHost):
    project = make_project(pairs=1)
    first, second = make_member(project), make_member(project)
    make_reading(first), make_reading(second)
    make_webhook(project, outside, "released")
    release = make_release_of(project)
    [event] = stored()
    assert event["data"]["release"] == 1
    assert (event["data"]["sha256"], event["data"]["size"]) == (release.sha256, release.size)


def test_a_secret_is_stored_sealed_and_can_be_renewed(outside: OutsideHost):
    project = make_project()
    webhook, secret = make_webhook(project, outside)
    assert secret.startswith("whsec_")
    assert secret[6:] not in Webhook.objects.get().secret
    assert unseal_secret(webhook.secret) == secret
    renewed = renew_secret(user=project.created_by, webhook=webhook)
    assert unseal_secret(Webhook.objects.get().secret) == renewed != secret


def test_what_a_project_asks_for_follows_its_webhooks(outside: OutsideHost):
    project = make_project()
    webhook, _ = make_webhook(project, outside, "submitted")
    other, _ = make_webhook(project, outside, "released", path="/other?key=secret")
    assert project.webhook_events == ["released", "submitted"]
    change_webhook(user=project.created_by, webhook=webhook, address=webhook.address, events=["adjudicated"])
    remove_webhook(user=project.created_by, webhook=other)
    project.refresh_from_db()
    assert project.webhook_events == ["adjudicated"]
    kinds = list(Operation.objects.filter(project=project).order_by("pk").values_list("kind", flat=True))
    assert kinds[-4:] == ["add_webhook", "add_webhook", "change_webhook", "remove_webhook"]
    # An address may hold a key, and operations are kept for good.
    assert "key" not in str(list(Operation.objects.filter(kind="add_webhook").values_list("payload", flat=True)))


def test_what_cannot_be_added_is_refused_with_a_sentence(outside: OutsideHost, settings: Any):
    project = make_project()
    add: dict[str, Any] = {"user": project.created_by, "project": project, "events": ["submitted"]}
    with pytest.raises(AddressRefused, match="not among the hosts"):
        add_webhook(**add, address="https://elsewhere.example.org/")
    with pytest.raises(AddressRefused, match="user name or password"):
        add_webhook(**add, address=f"http://me:key@{outside.place}/")
    with pytest.raises(DomainError, match="500 characters"):
        add_webhook(**add, address=outside.address("/" + "x" * 500))
    for events in ([], ["test"], ["submitted", "deleted"]):
        with pytest.raises(DomainError, match="Choose at least one of these events"):
            add_webhook(**{**add, "events": events}, address=outside.address())
    make_webhook(project, outside)
    with pytest.raises(DomainError, match="already has a webhook with this address"):
        make_webhook(project, outside)
    for number in range(MOST_WEBHOOKS - 1):
        make_webhook(project, outside, path=f"/{number}")
    with pytest.raises(LimitReached):
        make_webhook(project, outside, path="/one-more")


def test_nobody_but_managers_of_active_projects_has_webhooks(outside: OutsideHost):
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    judge = make_member(project, Role.ADJUDICATOR).user
    for refused in (
        lambda: add_webhook(user=judge, project=project, address=outside.address("/b"), events=["submitted"]),
        lambda: change_webhook(user=judge, webhook=webhook, address=outside.address("/b"), events=["submitted"]),
        lambda: renew_secret(user=judge, webhook=webhook),
        lambda: remove_webhook(user=judge, webhook=webhook),
        lambda: send_test(user=judge, webhook=webhook),
        lambda: pause_webhook(user=judge, webhook=webhook),
        lambda: send_again_since(user=judge, webhook=webhook, since=project.created_at),
    ):
        with pytest.raises(RoleRequired):
            refused()
    manager = project.created_by
    Project.objects.filter(pk=project.pk).update(state="archived", closed_at=project.created_at, closed_by=manager)
    with pytest.raises(NotEditable):
        send_test(user=manager, webhook=webhook)


def test_a_delivery_is_sent_again_under_its_id_unless_it_is_under_way_or_the_webhook_disabled(outside: OutsideHost):
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    delivery = send_test(user=project.created_by, webhook=webhook)
    assert (delivery.event, stored()[0]["type"]) == (TEST, "test")
    Delivery.objects.update(state="failed", attempt=8, error="No.", finished_at=project.created_at)
    again = send_again(user=project.created_by, delivery=delivery)
    assert (again.state, again.attempt, again.error, again.message) == ("waiting", 0, "", delivery.message)
    Delivery.objects.update(state="sending")
    with pytest.raises(NotEditable, match="being sent"):
        send_again(user=project.created_by, delivery=delivery)
    since = project.created_at
    for state, advice in (("disabled", "Enable it first"), ("paused", "Resume it first")):
        Webhook.objects.update(state=state)
        for refused in (
            lambda: send_again(user=project.created_by, delivery=delivery),
            lambda: send_test(user=project.created_by, webhook=webhook),
            lambda: send_again_since(user=project.created_by, webhook=webhook, since=since),
        ):
            with pytest.raises(NotEditable, match=advice):
                refused()


def test_a_request_sends_so_many_events_again_and_the_next_one_the_rest(
    outside: OutsideHost, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setattr("annotation_site.webhooks.services.MOST_AT_ONCE", 2)
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    for _ in range(3):
        send_test(user=project.created_by, webhook=webhook)
    Delivery.objects.update(state="failed")
    again: dict[str, Any] = {"user": project.created_by, "webhook": webhook, "since": project.created_at}
    assert [send_again_since(**again) for _ in range(3)] == [2, 1, 0]


def test_pausing_stops_an_active_webhook_only(outside: OutsideHost):
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    assert pause_webhook(user=project.created_by, webhook=webhook).state == "paused"
    Webhook.objects.update(state="disabled")
    assert pause_webhook(user=project.created_by, webhook=webhook).state == "disabled", "managers see why it stopped"


@pytest.mark.django_db(transaction=True)
def test_a_change_of_one_field_keeps_what_somebody_else_is_just_storing_in_the_other(
    outside: OutsideHost, client: Client
):
    project = make_project()
    webhook, _ = make_webhook(project, outside, "submitted")
    client.force_login(project.created_by)
    answers: list[Any] = []

    def patch() -> None:
        path = f"/api/v1/projects/{project.slug}/webhooks/{webhook.pk}/"
        answers.append(client.patch(path, {"events": ["released"]}, content_type="application/json"))
        connection.close()

    other = threading.Thread(target=patch)
    with transaction.atomic():
        change_webhook(user=project.created_by, webhook=webhook, address=outside.address("/new"))
        other.start()
        wait_until(is_somebody_waiting, "the other change waits for this one")
    other.join()
    assert answers[0].status_code == 200
    stored_now = Webhook.objects.get()
    assert (stored_now.address, stored_now.events) == (outside.address("/new"), ["released"])
