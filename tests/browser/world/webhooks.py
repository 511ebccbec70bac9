"""Pages of webhooks: without any, of one at work, of a disabled and of a paused one."""

from datetime import timedelta

from django.test import override_settings
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.webhooks.models import Delivery, Webhook
from annotation_site.webhooks.services import add_webhook
from tests.browser.world.visiting import Visit, page
from tests.factories import make_project
from tests.stand_ins.outside_hosts import LISTED_HOST

BODY = '{"type":"submitted","timestamp":"2026-11-23T09:14:07.313201Z","data":{"project":"links","kind":"alignment"}}'
STATES = (
    ("delivered", 1, 204, ""),
    ("failed", 8, 503, f"{LISTED_HOST} answered with 503."),
    ("waiting", 2, None, ""),
)


@override_settings(OUTGOING_HOSTS=[LISTED_HOST])  # the world is made outside of tests, too
def visit_webhooks(manager: User) -> list[Visit]:
    project = make_project(manager, name="Links for programs")
    every = ["submitted", "adjudicated", "released"]
    for path, events in (("interlinea", every), ("chat/" + "k" * 120, ["released"]), ("build", ["released"])):
        address = f"https://{LISTED_HOST}/{path}"
        webhook, _ = add_webhook(user=manager, project=project, address=address, events=events)
        for state, attempt, status, error in STATES:
            Delivery.objects.create(
                webhook=webhook, event="submitted", body=BODY, state=state, attempt=attempt, status=status, error=error
            )
    first, second, third = project.webhooks.all()
    # Neither is called while the pages are looked at.
    later = timezone.now() + timedelta(days=1)
    Webhook.objects.filter(pk=first.pk).update(next_call_at=later, failing_since=timezone.now())
    Webhook.objects.filter(pk=second.pk).update(state=Webhook.State.DISABLED)
    Webhook.objects.filter(pk=third.pk).update(state=Webhook.State.PAUSED)
    return [
        page("webhooks", "manager", "projects:webhooks", project.slug),
        page("more", "manager", "projects:more", project.slug),
        page("webhooks-none", "manager", "projects:webhooks", make_project(manager).slug),
        page("webhook", "manager", "projects:webhook", project.slug, first.pk),
        page("webhook-disabled", "manager", "projects:webhook", project.slug, second.pk),
        page("webhook-paused", "manager", "projects:webhook", project.slug, third.pk),
    ]
