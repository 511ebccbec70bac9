"""Webhooks as pages and the API list them, and disabled ones, which wait for a manager."""

from django.db.models import OuterRef, QuerySet

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.models import Project
from annotation_site.projects.pending_tasks import COUNTED_AT_MOST, CountUpTo, PendingTask
from annotation_site.webhooks.models import Delivery, Webhook

State = Delivery.State
DISABLED_WEBHOOKS = PendingTask(
    name="disabled_webhooks",
    ability=can_manage,
    route="projects:webhooks",
    one="Check 1 disabled webhook",
    many="Check {count} disabled webhooks",
    news="A webhook was disabled: its host had not taken an event for a day.",
    rows=lambda user: Webhook.objects.filter(project=OuterRef("pk"), state=Webhook.State.DISABLED),
)


def list_webhooks(project: Project) -> QuerySet[Webhook]:
    """Return the webhooks of a project with the number of events that wait for each, counted to 1,000."""
    unsent = Delivery.objects.filter(webhook=OuterRef("pk"), state__in=[State.WAITING, State.SENDING])
    waiting = CountUpTo(unsent.order_by().values("pk")[: COUNTED_AT_MOST + 1])
    webhooks: QuerySet[Webhook] = Webhook.objects.filter(project=project).annotate(waiting=waiting).order_by("pk")
    return webhooks


def list_deliveries(webhook: Webhook) -> QuerySet[Delivery]:
    """Return the deliveries of a webhook, newest first."""
    deliveries: QuerySet[Delivery] = Delivery.objects.filter(webhook=webhook).order_by("-pk")
    return deliveries
