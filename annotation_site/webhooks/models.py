"""Webhooks of projects, and their deliveries."""

from collections import Counter
from typing import Any, ClassVar, Self
from uuid import uuid4

from django.conf import settings
from django.db import models
from django.db.models import Exists, F, Func, OuterRef, Q, Value
from django.db.models.functions import Lower, Now

from annotation_site.projects.models import Project

LONGEST_ADDRESS = 500
# Calls at once to webhooks of one project, to one host, and to those that did not take the last call: a free call is
# left for everybody else.
AT_ONCE_OF_PROJECT, AT_ONCE_TO_HOST, AT_ONCE_TO_FAILING = 2, 2, 4


class Event(models.TextChoices):
    """The events of a project that webhooks may ask for."""

    SUBMITTED = "submitted", "Submitted"
    ADJUDICATED = "adjudicated", "Adjudicated"
    RELEASED = "released", "Released"


# Sent on request only, to try a webhook.
TEST = "test"


class WebhookQuerySet(models.QuerySet["Webhook"]):
    def active(self) -> Self:
        return self.filter(state=Webhook.State.ACTIVE)

    def ready(self) -> Self:
        """Return webhooks to call now, the one that waited longest first: no call of them is under way, and few to
        their project and host, so that hosts that hang hold a part of the calls, whoever has how many of them.
        """
        own = Delivery.objects.filter(webhook=OuterRef("pk"))
        seen = Q(project__state__in=[Project.State.ACTIVE, Project.State.ARCHIVED])
        is_due = Q(Exists(own.due()), ~Exists(own.being_sent()), next_call_at__lte=Now())
        ready: Self = self.active().with_host().filter(seen & is_due, self._has_room())
        return ready.order_by("next_call_at", "pk")

    def with_host(self) -> Any:  # mypy does not know the column that it adds
        """Return the webhooks with the host and port of their address."""
        parts = Func(F("address"), Value("^[^:]*://([^/?#]*).*$"), Value(r"\1"), function="regexp_replace")
        return self.annotate(host=Lower(parts, output_field=models.TextField()))

    def _has_room(self) -> Q:
        own = Delivery.objects.filter(webhook=OuterRef("pk"))
        called = list(self.with_host().filter(Exists(own.being_sent())).values_list("project", "host", "failures"))
        projects = Counter(project for project, _, _ in called)
        hosts = Counter(host for _, host, _ in called)
        is_free = ~Q(project__in=[key for key, calls in projects.items() if calls >= AT_ONCE_OF_PROJECT])
        is_free &= ~Q(host__in=[key for key, calls in hosts.items() if calls >= AT_ONCE_TO_HOST])
        if sum(failures > 0 for _, _, failures in called) >= AT_ONCE_TO_FAILING:
            is_free &= Q(failures=0)
        return is_free


class Webhook(models.Model):
    """An address that receives a project's events. While it is paused or disabled, these are kept and not sent."""

    class State(models.TextChoices):
        ACTIVE = "active", "Active"
        # By a manager.
        PAUSED = "paused", "Paused"
        # By the site, when its host took nothing any more.
        DISABLED = "disabled", "Disabled"

    # No index of its own: the constraint begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="webhooks", db_index=False)
    address = models.CharField(max_length=LONGEST_ADDRESS)
    events = models.JSONField(default=list)
    secret = models.TextField(help_text="Sealed: the site must be able to read it to sign.")
    state = models.CharField(max_length=8, choices=State, default=State.ACTIVE)
    failures = models.PositiveIntegerField(default=0, help_text="Calls in a row that failed.")
    failing_since = models.DateTimeField(null=True)
    next_call_at = models.DateTimeField(db_default=Now(), help_text="It rests until then after calls that failed.")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(db_default=Now())

    objects: ClassVar[Any] = WebhookQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["project", "address"], name="webhook_address_unique_in_project"),
            models.CheckConstraint(condition=Q(state__in=["active", "paused", "disabled"]), name="webhook_state_known"),
        ]

    def __str__(self) -> str:
        return self.address

    @property
    def event_labels(self) -> list[str]:
        """The events in words, in their usual order."""
        return [str(event.label) for event in Event if event.value in self.events]


class DeliveryQuerySet(models.QuerySet["Delivery"]):
    def being_sent(self) -> Self:
        """Return deliveries that a worker is sending; not those of a worker that fell silent."""
        return self.filter(state=Delivery.State.SENDING, lease_expires_at__gt=Now())

    def due(self) -> Self:
        """Return deliveries to send now, least tried first: one that the receiver cannot take holds up no other."""
        silent = Q(state=Delivery.State.SENDING, lease_expires_at__lte=Now())
        waiting = Q(state=Delivery.State.WAITING, next_try_at__lte=Now())
        return self.filter(waiting | silent).order_by("attempt", "pk")


class Delivery(models.Model):
    """One event for one webhook, with the body as it is sent: signatures are over its bytes."""

    class State(models.TextChoices):
        WAITING = "waiting", "Waiting"
        SENDING = "sending", "Being sent"
        DELIVERED = "delivered", "Delivered"
        FAILED = "failed", "Failed"

    # No index of its own: one of the table begins with the same column.
    webhook = models.ForeignKey(Webhook, on_delete=models.CASCADE, related_name="deliveries", db_index=False)
    message = models.UUIDField(default=uuid4, help_text="By it a receiver recognises what was sent twice.")
    event = models.CharField(max_length=12)
    body = models.TextField()
    state = models.CharField(max_length=9, choices=State, default=State.WAITING)
    attempt = models.PositiveSmallIntegerField(default=0, help_text="Counts claims; the fence of every write.")
    status = models.PositiveSmallIntegerField(null=True, help_text="Of the last answer.")
    error = models.CharField(max_length=300, blank=True)
    created_at = models.DateTimeField(db_default=Now())
    next_try_at = models.DateTimeField(db_default=Now())
    lease_expires_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True, help_text="When it was delivered or given up.")

    objects: ClassVar[Any] = DeliveryQuerySet.as_manager()

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "deliveries"
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "sending", "delivered", "failed"]), name="delivery_state_known"
            )
        ]
        indexes = [
            models.Index(fields=["webhook", "id"], name="deliveries_in_order"),
            models.Index(
                fields=["webhook", "attempt", "id"],
                condition=Q(state__in=["waiting", "sending"]),
                name="deliveries_unsent",
            ),
            models.Index(fields=["created_at"], name="deliveries_by_age"),
        ]

    def __str__(self) -> str:
        return f"{self.event} to {self.webhook_id}"

    @property
    def message_id(self) -> str:
        """The value of the header `webhook-id`."""
        return f"msg_{self.message.hex}"
