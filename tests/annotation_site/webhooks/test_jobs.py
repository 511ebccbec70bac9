import base64
import hashlib
import hmac
import threading
import time
from contextlib import ExitStack
from datetime import timedelta
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
from django.utils import timezone

from annotation_site.jobs.jobs import sweep
from annotation_site.notices.models import Notice
from annotation_site.notices.queries import list_waiting
from annotation_site.projects.models import Project
from annotation_site.webhooks import jobs
from annotation_site.webhooks.jobs import WAITS, deliver_webhooks
from annotation_site.webhooks.models import Delivery, Webhook
from annotation_site.webhooks.services import (
    enable_webhook,
    pause_webhook,
    send_again,
    send_again_since,
    send_test,
)
from tests.annotation_site.webhooks.making import make_webhook, read_body
from tests.factories import make_member, make_project, make_reading
from tests.servers import running_worker, wait_until
from tests.stand_ins.outside_hosts import OutsideHost, Request, outside_host, reply

pytestmark = pytest.mark.django_db


def is_signed(request: Request, secret: str) -> bool:
    message_id, sent = request.headers["webhook-id"], request.headers["webhook-timestamp"]
    signed = f"{message_id}.{sent}.{request.body.decode()}".encode()
    digest = hmac.new(base64.b64decode(secret.removeprefix("whsec_")), signed, hashlib.sha256).digest()
    is_now = abs(time.time() - int(sent)) < 60
    return is_now and request.headers["webhook-signature"] == f"v1,{base64.b64encode(digest).decode()}"


def make_due() -> None:
    now = timezone.now()
    Delivery.objects.filter(state="waiting").update(next_try_at=now)
    Webhook.objects.update(next_call_at=now)


def states() -> list[tuple[str, int]]:
    return list(Delivery.objects.order_by("pk").values_list("state", "attempt"))


def test_a_submission_is_delivered_once_and_signed(outside: OutsideHost):
    project = make_project(pairs=1)
    _, secret = make_webhook(project, outside)
    annotator = make_member(project)
    make_reading(annotator)
    deliver_webhooks()
    deliver_webhooks()
    [request] = outside.requests
    assert (request.method, request.path, request.headers["content-type"]) == ("POST", "/hook", "application/json")
    assert is_signed(request, secret)
    assert read_body(request)["data"]["annotator"] == annotator.pseudonym
    delivery = Delivery.objects.get()
    assert (delivery.state, delivery.attempt, delivery.status, delivery.error) == ("delivered", 1, 200, "")
    assert delivery.finished_at


def test_what_is_not_taken_is_tried_again_with_the_same_id_ever_more_rarely_and_given_up(outside: OutsideHost):
    project = make_project()
    webhook, secret = make_webhook(project, outside)
    outside.answer = lambda handler: reply(handler, 503)
    send_test(user=project.created_by, webhook=webhook)
    waits = []
    for _ in range(8):
        make_due()
        deliver_webhooks()
        deliver_webhooks()  # it rests
        waits.append((Delivery.objects.get().next_try_at - timezone.now()).total_seconds())
    assert states() == [("failed", 8)]
    assert [round(wait, -1) for wait in waits[:7]] == [wait.total_seconds() for wait in WAITS]
    assert timedelta(hours=23) < sum(WAITS, timedelta()) < timedelta(days=1)
    assert Delivery.objects.get().error == "localhost answered with 503."
    assert len({request.headers["webhook-id"] for request in outside.requests}) == 1
    assert len(outside.requests) == 8
    assert all(is_signed(request, secret) for request in outside.requests)
    outside.answer = lambda handler: reply(handler, 204)
    send_again(user=project.created_by, delivery=Delivery.objects.get())
    deliver_webhooks()
    assert states() == [("delivered", 1)]
    assert outside.requests[-1].headers["webhook-id"] == outside.requests[0].headers["webhook-id"]


def test_a_host_that_is_away_costs_one_call_however_many_events_wait(outside: OutsideHost):
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    outside.answer = lambda handler: reply(handler, 500)
    for _ in range(3):
        send_test(user=project.created_by, webhook=webhook)
    deliver_webhooks()
    deliver_webhooks()
    assert len(outside.requests) == 1
    assert states() == [("waiting", 1), ("waiting", 0), ("waiting", 0)]
    Webhook.objects.update(failures=50)
    make_due()
    deliver_webhooks()
    rest = Webhook.objects.get().next_call_at - timezone.now()
    assert timedelta(minutes=14) < rest < timedelta(minutes=15)
    outside.answer = lambda handler: reply(handler, 200)
    make_due()
    deliver_webhooks()
    assert {state for state, _ in states()} == {"delivered"}
    assert (Webhook.objects.get().failures, Webhook.objects.get().failing_since) == (0, None)


def test_one_event_that_the_receiver_cannot_take_holds_up_no_other(outside: OutsideHost):
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    poison = send_test(user=project.created_by, webhook=webhook)
    outside.answer = lambda handler: reply(handler, 400 if handler.headers["webhook-id"] == poison.message_id else 200)
    deliver_webhooks()
    for _ in range(3):
        send_test(user=project.created_by, webhook=webhook)
    make_due()
    deliver_webhooks()
    assert states() == [("waiting", 2), ("delivered", 1), ("delivered", 1), ("delivered", 1)]


def test_a_host_that_hangs_delays_no_other(outside: OutsideHost, settings: Any):
    """The first host answers only once the second was called."""
    arrived = threading.Event()

    def hang(handler: BaseHTTPRequestHandler) -> None:
        reply(handler, 200 if arrived.wait(jobs.CALL_SECONDS) else 500)

    def arrive(handler: BaseHTTPRequestHandler) -> None:
        arrived.set()
        reply(handler, 200)

    project = make_project()
    with outside_host() as hanging:
        settings.OUTGOING_HOSTS = [outside.place, hanging.place]
        hanging.answer, outside.answer = hang, arrive
        for host in (hanging, outside):
            send_test(user=project.created_by, webhook=make_webhook(project, host)[0])
        deliver_webhooks()
    assert states() == [("delivered", 1), ("delivered", 1)]


def make_hanging(settings: Any, hosts: int, stack: ExitStack, arrived: threading.Event) -> list[OutsideHost]:
    """Start hosts that answer only once the event has happened, and list them."""
    hanging = [stack.enter_context(outside_host()) for _ in range(hosts)]
    for host in hanging:
        host.answer = lambda handler: reply(handler, 200 if arrived.wait(jobs.CALL_SECONDS) else 500)
    settings.OUTGOING_HOSTS = [*settings.OUTGOING_HOSTS, *(host.place for host in hanging)]
    return hanging


@pytest.mark.parametrize(("projects", "hosts"), [(1, 10), (5, 1)])
def test_hosts_of_others_that_hang_leave_calls_for_another_project(
    outside: OutsideHost, settings: Any, projects: int, hosts: int
):
    """Ten webhooks, more than calls at once, of one project or to one host, hang until another project's was called."""
    arrived = threading.Event()

    def arrive(handler: BaseHTTPRequestHandler) -> None:
        arrived.set()
        reply(handler, 200)

    with ExitStack() as stack:
        hanging = make_hanging(settings, hosts, stack, arrived)
        others = [make_project() for _ in range(projects)]
        for number in range(10):
            project = others[number % projects]
            webhook, _ = make_webhook(project, hanging[number % hosts], path=f"/hook/{number}")
            send_test(user=project.created_by, webhook=webhook)
        outside.answer = arrive
        project = make_project()
        send_test(user=project.created_by, webhook=make_webhook(project, outside)[0])
        deliver_webhooks()
    assert set(states()) == {("delivered", 1)}


def test_hosts_that_failed_before_leave_half_of_the_calls(outside: OutsideHost, settings: Any):
    arrived = threading.Event()
    with ExitStack() as stack:
        for host in make_hanging(settings, 6, stack, arrived):
            project = make_project()
            send_test(user=project.created_by, webhook=make_webhook(project, host)[0])
        Webhook.objects.update(failures=3)
        while jobs._claim():
            continue
        assert Delivery.objects.being_sent().count() == 4
        arrived.set()
    project = make_project()
    own = send_test(user=project.created_by, webhook=make_webhook(project, outside)[0])
    assert jobs._claim() == own


def test_a_host_that_does_not_answer_in_time_is_tried_again(outside: OutsideHost, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(jobs, "CALL_SECONDS", 0.5)
    outside.answer = lambda handler: time.sleep(30)
    project = make_project()
    send_test(user=project.created_by, webhook=make_webhook(project, outside)[0])
    deliver_webhooks()
    assert states() == [("waiting", 1)]
    assert "did not answer in time" in Delivery.objects.get().error


def test_a_day_without_an_answer_disables_a_webhook_and_tells_managers(outside: OutsideHost):
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    outside.answer = lambda handler: reply(handler, 302, Location="https://elsewhere.example.org/")
    for _ in range(2):
        send_test(user=project.created_by, webhook=webhook)
    deliver_webhooks()
    assert "redirects are not followed" in Delivery.objects.get(attempt=1).error
    Webhook.objects.update(failing_since=timezone.now() - timedelta(hours=24))
    make_due()
    deliver_webhooks()
    project.refresh_from_db()
    assert Webhook.objects.get().state == "disabled"
    assert project.webhook_events == ["adjudicated", "released", "submitted"], "events are still kept"
    assert Notice.objects.get().user == project.created_by
    [waiting] = list_waiting(project.created_by, [project])[project.pk]
    assert waiting.sentence == "Check 1 disabled webhook"
    make_due()
    deliver_webhooks()
    assert len(outside.requests) == 2
    outside.answer = lambda handler: reply(handler, 200)
    enable_webhook(user=project.created_by, webhook=webhook)
    make_due()
    deliver_webhooks()
    assert {state for state, _ in states()} == {"delivered"}


def test_a_receiver_that_is_gone_is_disabled_at_once(outside: OutsideHost):
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    outside.answer = lambda handler: reply(handler, 410)
    send_test(user=project.created_by, webhook=webhook)
    deliver_webhooks()
    assert Webhook.objects.get().state == "disabled"


def test_what_happens_while_a_webhook_is_disabled_or_paused_is_kept_and_sent_once_it_is_enabled(outside: OutsideHost):
    project = make_project(pairs=2)
    webhook, _ = make_webhook(project, outside)
    annotator = make_member(project)
    outside.answer = lambda handler: reply(handler, 410)
    send_test(user=project.created_by, webhook=webhook)
    deliver_webhooks()
    assert Webhook.objects.get().state == "disabled"
    outside.answer = lambda handler: reply(handler, 200)
    for stop in (lambda: None, lambda: pause_webhook(user=project.created_by, webhook=webhook)):
        outside.requests.clear()
        stop()
        reading = make_reading(annotator)
        make_due()
        deliver_webhooks()
        assert not outside.requests
        enable_webhook(user=project.created_by, webhook=webhook)
        deliver_webhooks()
        assert read_body(outside.requests[-1])["data"]["assignment"] == reading.pk
    assert {state for state, _ in states()} == {"delivered"}


def test_enabling_sends_at_once_what_would_still_rest_for_hours(outside: OutsideHost):
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    send_test(user=project.created_by, webhook=webhook)
    Delivery.objects.update(attempt=7, next_try_at=timezone.now() + timedelta(hours=15))
    Webhook.objects.update(state="disabled", next_call_at=timezone.now() + timedelta(minutes=15))
    enable_webhook(user=project.created_by, webhook=webhook)
    deliver_webhooks()
    assert states() == [("delivered", 1)]


def test_events_that_were_given_up_are_sent_again_since_a_time_under_their_ids(outside: OutsideHost):
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    for _ in range(4):
        send_test(user=project.created_by, webhook=webhook)
    old, *failed, delivered = Delivery.objects.order_by("pk")
    Delivery.objects.update(state="failed", attempt=8, error="localhost answered with 503.")
    Delivery.objects.filter(pk=delivered.pk).update(state="delivered", attempt=1)
    Delivery.objects.filter(pk=old.pk).update(created_at=timezone.now() - timedelta(days=3))
    since = timezone.now() - timedelta(days=1)
    assert send_again_since(user=project.created_by, webhook=webhook, since=since) == 2
    deliver_webhooks()
    sent = [request.headers["webhook-id"] for request in outside.requests]
    assert sent == [each.message_id for each in failed], "oldest first"
    assert send_again_since(user=project.created_by, webhook=webhook, since=since, delivered=True) == 3
    deliver_webhooks()
    assert outside.requests[-1].headers["webhook-id"] == delivered.message_id
    assert states() == [("failed", 8), ("delivered", 1), ("delivered", 1), ("delivered", 1)]


def test_the_list_of_the_operator_counts_when_an_event_is_sent(outside: OutsideHost, settings: Any):
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    settings.OUTGOING_HOSTS = []
    send_test(user=project.created_by, webhook=webhook)
    deliver_webhooks()
    assert not outside.requests
    assert "not among the hosts" in Delivery.objects.get().error


def test_a_project_in_the_bin_sends_nothing_and_a_changed_key_is_said(outside: OutsideHost, settings: Any):
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    send_test(user=project.created_by, webhook=webhook)
    deleted = Project.objects.filter(pk=project.pk)
    deleted.update(state="deleted", closed_at=timezone.now(), closed_by=project.created_by)
    deliver_webhooks()
    assert states() == [("waiting", 0)]
    deleted.update(state="active", closed_at=None, closed_by=None)
    settings.SECRET_KEY = "another key of this site, as long as the first"
    deliver_webhooks()
    assert not outside.requests
    assert "Make a new secret" in Delivery.objects.get().error


def test_two_workers_never_send_one_event_at_once_and_a_lost_claim_records_nothing(outside: OutsideHost):
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    for _ in range(2):
        send_test(user=project.created_by, webhook=webhook)
    first = jobs._claim()
    assert first
    assert jobs._claim() is None  # one call at a time, also of another event
    deliver_webhooks()
    assert not outside.requests
    Delivery.objects.filter(pk=first.pk).update(lease_expires_at=timezone.now())
    deliver_webhooks()
    jobs._settle(first, jobs.Outcome("late"))
    assert states() == [("delivered", 2), ("delivered", 1)]
    assert Webhook.objects.get().failures == 0
    Webhook.objects.all().delete()
    jobs._settle(first, jobs.Outcome("late"))


def test_an_event_that_ends_its_worker_each_time_is_given_up_as_well(outside: OutsideHost):
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    for _ in range(2):
        send_test(user=project.created_by, webhook=webhook)
    poison = Delivery.objects.order_by("pk")[0]
    silent = {"state": "sending", "lease_expires_at": timezone.now()}
    Delivery.objects.filter(pk=poison.pk).update(attempt=8, **silent)
    deliver_webhooks()
    assert states() == [("failed", 8), ("delivered", 1)]
    assert "The worker ended" in Delivery.objects.get(pk=poison.pk).error
    assert len(outside.requests) == 1


def test_deliveries_are_deleted_after_their_days_also_those_that_wait(outside: OutsideHost):
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    for _ in range(3):
        send_test(user=project.created_by, webhook=webhook)
    old, new, waiting = Delivery.objects.order_by("pk")
    long_ago = timezone.now() - timedelta(days=31)
    Delivery.objects.filter(pk__in=[old.pk, waiting.pk]).update(created_at=long_ago)
    Delivery.objects.filter(pk=old.pk).update(state="delivered", finished_at=long_ago)
    sweep()
    assert [delivery.pk for delivery in Delivery.objects.all()] == [new.pk]


@pytest.mark.django_db(transaction=True)
def test_a_worker_that_is_killed_in_the_middle_is_followed_with_the_same_id(outside: OutsideHost):
    project = make_project(pairs=1)
    _, secret = make_webhook(project, outside)

    def hang(handler: BaseHTTPRequestHandler) -> None:
        time.sleep(20)

    variables = {"INTERLINEA_OUTGOING_HOSTS": outside.place}
    outside.answer = hang
    with running_worker(**variables) as worker:
        make_reading(make_member(project))
        wait_until(lambda: bool(outside.requests), "nothing arrived")
        worker.kill()
    assert states() == [("sending", 1)]
    outside.answer = lambda handler: reply(handler, 200)
    Delivery.objects.update(lease_expires_at=timezone.now())
    with running_worker(**variables):
        send_test(user=project.created_by, webhook=Webhook.objects.get())
        wait_until(lambda: {state for state, _ in states()} == {"delivered"}, "it was not sent again")
    first, *others = (request.headers["webhook-id"] for request in outside.requests)
    assert (others.count(first), len(others)) == (1, 2)
    assert all(is_signed(request, secret) for request in outside.requests)
