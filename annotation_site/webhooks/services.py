"""Storing events for webhooks, and what managers do with these: adding, changing, trying and removing them."""

import json
from collections.abc import Callable, Collection
from datetime import datetime
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.jobs.tasks import wake_periodic_work
from annotation_site.operations.services import record_operation
from annotation_site.outgoing.addresses import check_address
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, LimitReached, NotEditable
from annotation_site.webhooks.models import LONGEST_ADDRESS, TEST, Delivery, Event, Webhook
from annotation_site.webhooks.signatures import new_secret, seal_secret

DELIVERING = "deliver_webhooks"
MOST_WEBHOOKS = 10
# Events that one request sends again: a project that is busy has many in a month.
MOST_AT_ONCE = 10_000
WAITING_ANEW = {
    "state": Delivery.State.WAITING,
    "attempt": 0,
    "error": "",
    "status": None,
    "next_try_at": Now(),
    "finished_at": None,
}


def announce(project: Project, event: Event, describe: Callable[[], dict[str, Any]]) -> None:
    """Store an event for every webhook that asked for it, in the caller's transaction; without any, this costs nothing.
    One that is paused or disabled keeps the event until it is enabled.

    `describe` returns identifiers alone: no names of people and no text. Its `api` is the path of the API.
    """
    if event.value in project.webhook_events:
        webhooks = Webhook.objects.filter(project=project, events__contains=event.value)
        _store(project, event.value, webhooks, describe())


@transaction.atomic
def add_webhook(*, user: User, project: Project, address: str, events: Collection[str]) -> tuple[Webhook, str]:
    """Add a webhook and return it with its secret, which is not shown again."""
    project = _lock_project(user, project)
    if project.webhooks.count() >= MOST_WEBHOOKS:
        raise LimitReached(f"A project has {MOST_WEBHOOKS} webhooks at most.")
    secret = new_secret()
    webhook = Webhook(project=project, secret=seal_secret(secret), created_by=user)
    _store_webhook(user, webhook, address, events, "add_webhook")
    return webhook, secret


@transaction.atomic
def change_webhook(
    *, user: User, webhook: Webhook, address: str | None = None, events: Collection[str] | None = None
) -> Webhook:
    """Change where a webhook goes and which events it sends; what waits goes to the new address. None leaves what is
    stored, read under the lock.
    """
    webhook = _lock(user, webhook)
    address = webhook.address if address is None else address
    _store_webhook(user, webhook, address, webhook.events if events is None else events, "change_webhook")
    return webhook


@transaction.atomic
def renew_secret(*, user: User, webhook: Webhook) -> str:
    """Give a webhook a new secret and return it. From now on, the earlier one signs nothing."""
    webhook = _lock(user, webhook)
    secret = new_secret()
    webhook.secret = seal_secret(secret)
    webhook.save(update_fields=["secret"])
    _record(user, webhook, "renew_webhook_secret")
    return secret


@transaction.atomic
def enable_webhook(*, user: User, webhook: Webhook) -> Webhook:
    """Send to a paused or disabled webhook again, all that waits at once; one that is active is called now."""
    webhook = _lock(user, webhook)
    webhook.state, webhook.failures, webhook.failing_since = Webhook.State.ACTIVE, 0, None
    webhook.save(update_fields=["state", "failures", "failing_since"])
    # What failed before would rest for up to 15 hours, and have few attempts left.
    tried = webhook.deliveries.filter(state=Delivery.State.WAITING, attempt__gt=0)
    tried.update(attempt=0, next_try_at=Now())
    _call_soon(webhook)
    _record(user, webhook, "enable_webhook")
    return webhook


@transaction.atomic
def pause_webhook(*, user: User, webhook: Webhook) -> Webhook:
    """Send nothing until the webhook is enabled; its events are kept. One that is disabled stays so."""
    webhook = _lock(user, webhook)
    if webhook.state == Webhook.State.ACTIVE:
        webhook.state = Webhook.State.PAUSED
        webhook.save(update_fields=["state"])
        _record(user, webhook, "pause_webhook")
    return webhook


@transaction.atomic
def remove_webhook(*, user: User, webhook: Webhook) -> None:
    """Delete a webhook with its deliveries, also those that wait."""
    webhook = _lock(user, webhook)
    _record(user, webhook, "remove_webhook")
    webhook.delete()
    follow_webhooks(webhook.project)


@transaction.atomic
def send_test(*, user: User, webhook: Webhook) -> Delivery:
    """Send an event that means nothing."""
    webhook = _lock(user, webhook)
    _require_active(webhook)
    (delivery,) = _store(webhook.project, TEST, [webhook], {"api": f"/api/v1/projects/{webhook.project.slug}/"})
    _call_soon(webhook)
    return delivery


@transaction.atomic
def send_again(*, user: User, delivery: Delivery) -> Delivery:
    """Send a delivery now, whether it waits, failed or arrived; it keeps its ID."""
    webhook = _lock(user, delivery.webhook)
    _require_active(webhook)
    delivery = Delivery.objects.select_for_update(no_key=True, of=("self",)).get(pk=delivery.pk)
    if delivery.state == Delivery.State.SENDING:
        raise NotEditable("This event is being sent at the moment.")
    Delivery.objects.filter(pk=delivery.pk).update(**WAITING_ANEW)
    delivery.refresh_from_db()
    _call_soon(webhook)
    return delivery


@transaction.atomic
def send_again_since(*, user: User, webhook: Webhook, since: datetime, delivered: bool = False) -> int:
    """Send events since a time again that were given up, or also those that were delivered, each under its ID; return
    how many these are. A call takes the first `MOST_AT_ONCE` of them.
    """
    webhook = _lock(user, webhook)
    _require_active(webhook)
    states = [Delivery.State.FAILED, *([Delivery.State.DELIVERED] if delivered else [])]
    failed = webhook.deliveries.filter(state__in=states, created_at__gte=since)
    chosen = Delivery.objects.filter(pk__in=failed.order_by("pk").values("pk")[:MOST_AT_ONCE])
    count: int = chosen.update(**WAITING_ANEW)
    _call_soon(webhook)
    _record(user, webhook, "send_webhook_again", since=since.isoformat(), delivered=delivered, count=count)
    return count


def follow_webhooks(project: Project) -> None:
    """Keep with the project which events are asked for, so that others need no statement to know it."""
    subscribed = Webhook.objects.filter(project=project).values_list("events", flat=True)
    project.webhook_events = sorted({event for events in subscribed for event in events})
    project.save(update_fields=["webhook_events"])


def _store(project: Project, event: str, webhooks: Any, described: dict[str, Any]) -> list[Delivery]:
    data = {"project": project.slug, "kind": project.kind, **described}
    data["api"] = settings.SITE_ADDRESS + data["api"]
    now = timezone.now().isoformat().replace("+00:00", "Z")
    body = json.dumps({"type": event, "timestamp": now, "data": data}, ensure_ascii=False, separators=(",", ":"))
    stored: list[Delivery] = Delivery.objects.bulk_create(
        [Delivery(webhook=webhook, event=event, body=body) for webhook in webhooks]
    )
    transaction.on_commit(lambda: wake_periodic_work(DELIVERING))
    return stored


def _store_webhook(user: User, webhook: Webhook, address: str, events: Collection[str], kind: str) -> None:
    address = address.strip()
    host = check_address(address).host
    if len(address) > LONGEST_ADDRESS:
        raise DomainError(f"An address has at most {LONGEST_ADDRESS} characters.")
    if Webhook.objects.filter(project=webhook.project, address=address).exclude(pk=webhook.pk).exists():
        raise DomainError("This project already has a webhook with this address.")
    unknown = set(events) - set(Event.values)
    if unknown or not events:
        raise DomainError(f"Choose at least one of these events: {', '.join(Event.values)}.")
    webhook.address, webhook.events = address, [event for event in Event.values if event in events]
    webhook.save()
    follow_webhooks(webhook.project)
    # An address may hold a key of the receiver, and operations are kept for good.
    _record(user, webhook, kind, host=host, events=webhook.events)


def _lock_project(user: User, project: Project) -> Project:
    require(can_manage, user, project)
    locked: Project = Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    return locked


def _lock(user: User, webhook: Webhook) -> Webhook:
    """Return the webhook, locked after its project: workers that lock both do so in this order, too."""
    project = _lock_project(user, webhook.project)
    locked: Webhook = Webhook.objects.select_for_update(no_key=True, of=("self",)).get(pk=webhook.pk)
    locked.project = project
    return locked


def _require_active(webhook: Webhook) -> None:
    if webhook.state == Webhook.State.PAUSED:
        raise NotEditable("This webhook is paused. Resume it first.")
    if webhook.state == Webhook.State.DISABLED:
        raise NotEditable("This webhook is disabled. Enable it first.")


def _call_soon(webhook: Webhook) -> None:
    """End the rest of a webhook whose calls failed, and call a worker."""
    Webhook.objects.filter(pk=webhook.pk).update(next_call_at=Now())
    transaction.on_commit(lambda: wake_periodic_work(DELIVERING))


def _record(user: User, webhook: Webhook, kind: str, **payload: Any) -> None:
    record_operation(actor=user, project=webhook.project, kind=kind, payload={"webhook": webhook.pk, **payload})
