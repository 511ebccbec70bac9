"""Sending events to webhooks, ever more rarely where they are not taken."""

import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from datetime import timedelta
from typing import Any, NamedTuple

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Coalesce, Now
from django.utils import timezone

from annotation_site.jobs.registry import kept, periodic
from annotation_site.jobs.workers.holds import Hold, hold
from annotation_site.notices.services import notify
from annotation_site.outgoing.exceptions import OutgoingError
from annotation_site.webhooks.models import Delivery, Webhook
from annotation_site.webhooks.queries import DISABLED_WEBHOOKS
from annotation_site.webhooks.signatures import sign, unseal_secret

# Eight tries within a day.
WAITS = [
    *(timedelta(seconds=10), timedelta(minutes=1), timedelta(minutes=5), timedelta(minutes=30)),
    *(timedelta(hours=2), timedelta(hours=6), timedelta(hours=15)),
]
# A host that is away is called no more often than this, however many events wait for it; it is disabled once it has
# taken nothing for as long as one event is tried.
LONGEST_REST, DISABLED_AFTER = timedelta(minutes=15), timedelta(hours=23)
CALL_SECONDS, LEASE_SECONDS = 15, 60
# So many hosts are called at once, by one worker and for so long; then other work has its turn.
AT_ONCE, RUN_SECONDS = 8, 20
LARGEST_ANSWER = 64 * 1024
GONE = 410
SILENT = "The worker ended while it was sending this event."


class Outcome(NamedTuple):
    """The outcome of a call: no error means that the event was taken."""

    error: str
    status: int | None = None


@periodic(settings.WEBHOOK_SECONDS)
def deliver_webhooks() -> None:
    """Send due events, to several webhooks at once and to each one after the other. A host that hangs delays nobody
    else.
    """
    end = time.monotonic() + RUN_SECONDS
    calls: dict[Future[Outcome], Delivery] = {}
    with ThreadPoolExecutor(AT_ONCE) as pool:
        while True:
            while len(calls) < AT_ONCE and time.monotonic() < end and (delivery := _claim()) is not None:
                calls[pool.submit(_call, delivery)] = delivery
            if not calls:
                return
            done, _ = wait(calls, timeout=1, return_when=FIRST_COMPLETED)
            for call in done:
                if _settle(delivery := calls.pop(call), call.result()):
                    _disable(delivery.webhook)


@kept("deliveries of webhooks", "WEBHOOK_DELIVERIES_KEPT_DAYS")
def find_old_deliveries(limit: Any) -> QuerySet[Delivery]:
    """Return deliveries by their age, also those that wait for a webhook which nobody enabled again."""
    old: QuerySet[Delivery] = Delivery.objects.filter(created_at__lt=limit).exclude(state=Delivery.State.SENDING)
    return old


@transaction.atomic
def _claim() -> Delivery | None:
    """Return the next delivery, claimed in a transaction of its own, or None."""
    hold(Hold.WEBHOOKS)
    webhook: Webhook | None = Webhook.objects.ready().first()
    delivery: Delivery | None = webhook.deliveries.due().first() if webhook else None
    if webhook is None or delivery is None:
        return None
    own = Delivery.objects.filter(pk=delivery.pk)
    if delivery.attempt > len(WAITS):
        # Nobody recorded the last attempt: what ends its worker each time must not do so for ever.
        own.update(state=Delivery.State.FAILED, finished_at=Now(), lease_expires_at=None, error=SILENT)
        return _claim()
    delivery.webhook, delivery.attempt = webhook, delivery.attempt + 1
    own.update(
        state=Delivery.State.SENDING,
        attempt=delivery.attempt,
        lease_expires_at=Now() + timedelta(seconds=LEASE_SECONDS),
    )
    return delivery


def _call(delivery: Delivery) -> Outcome:
    """Call the webhook; in a thread, which asks the database for nothing."""
    # Of the web server, too, which reads what is periodic and calls nobody: HTTPX takes 14 MB.
    from annotation_site.outgoing.sending import send

    secret = unseal_secret(delivery.webhook.secret)
    if secret is None:
        return Outcome("The secret cannot be read, because the key of this site has changed. Make a new secret.")
    now = int(timezone.now().timestamp())
    headers = {
        "Content-Type": "application/json",
        "webhook-id": delivery.message_id,
        "webhook-timestamp": str(now),
        "webhook-signature": sign(secret, delivery.message_id, now, delivery.body),
    }
    try:
        answer = send(
            "POST",
            delivery.webhook.address,
            headers=headers,
            content=delivery.body.encode(),
            seconds=CALL_SECONDS,
            largest=LARGEST_ANSWER,
        )
    except OutgoingError as error:
        return Outcome(error.sentence)
    return Outcome("" if answer.is_success else f"{answer.host} answered with {answer.status}.", answer.status)


@transaction.atomic
def _settle(delivery: Delivery, outcome: Outcome) -> bool:
    """Record the outcome, unless the claim was lost or the webhook is gone. Return whether to call it no more."""
    webhook = Webhook.objects.select_for_update(no_key=True, of=("self",)).filter(pk=delivery.webhook_id).first()
    if webhook is None:
        return False
    values: dict[str, Any] = {"status": outcome.status, "error": outcome.error[:300], "lease_expires_at": None}
    if not outcome.error:
        values |= {"state": Delivery.State.DELIVERED, "finished_at": Now()}
    elif delivery.attempt > len(WAITS):
        values |= {"state": Delivery.State.FAILED, "finished_at": Now()}
    else:
        values |= {"state": Delivery.State.WAITING, "next_try_at": Now() + WAITS[delivery.attempt - 1]}
    claimed = Delivery.objects.filter(pk=delivery.pk, attempt=delivery.attempt, state=Delivery.State.SENDING)
    if not claimed.update(**values):
        return False
    own = Webhook.objects.filter(pk=webhook.pk)
    if not outcome.error:
        own.update(failures=0, failing_since=None, next_call_at=Now())
        return False
    rest = min(WAITS[min(webhook.failures, len(WAITS) - 1)], LONGEST_REST)
    since = Coalesce("failing_since", Now())
    own.update(failures=F("failures") + 1, failing_since=since, next_call_at=Now() + rest)
    return outcome.status == GONE or bool(own.filter(failing_since__lte=Now() - DISABLED_AFTER).exists())


@transaction.atomic
def _disable(webhook: Webhook) -> None:
    """Send nothing more until a manager enables it; events are kept, and managers told. One who enabled it just now is
    not overruled.
    """
    failing = Webhook.objects.active().filter(pk=webhook.pk, failing_since__isnull=False)
    if failing.update(state=Webhook.State.DISABLED):
        notify(task=DISABLED_WEBHOOKS, project=webhook.project)
