"""Pages of webhooks: all of a project, and one with its deliveries."""

from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.exceptions import DomainError
from annotation_site.web.forms import refusals_on
from annotation_site.web.middleware.compression import shows_secret
from annotation_site.web.pagination import PAGE_SIZE
from annotation_site.webhooks.forms import AgainForm, NewWebhookForm, SecretForm, WebhookForm
from annotation_site.webhooks.models import Delivery, Event, Webhook
from annotation_site.webhooks.queries import list_deliveries, list_webhooks
from annotation_site.webhooks.services import (
    add_webhook,
    change_webhook,
    enable_webhook,
    pause_webhook,
    remove_webhook,
    renew_secret,
    send_again,
    send_again_since,
    send_test,
)

ALREADY_SHOWN = "This secret has already been shown. If you lost it, make a new one."


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
@never_cache
@shows_secret
def webhooks(request: SignedInRequest, slug: str) -> HttpResponse:
    """List webhooks; POST adds one and shows its secret, only this once."""
    project = request.project
    form = NewWebhookForm(request.POST or None, initial={"events": Event.values})
    if request.method == "POST" and form.is_valid():
        if not form.claim(request.user):
            messages.warning(request, ALREADY_SHOWN)
            return redirect("projects:webhooks", slug)
        fields = {name: form.cleaned_data[name] for name in ("address", "events")}
        try:
            webhook, secret = add_webhook(user=request.user, project=project, **fields)
            return _render_webhooks(request, project, webhook, secret=secret)
        except DomainError as error:
            form.give_back(request.user)
            form.add_error(None, error.sentence)
    context = {
        **project_context(request.user, project, "projects:webhooks"),
        "webhooks": list_webhooks(project),
        "hosts": settings.OUTGOING_HOSTS,
        "form": form,
    }
    return render(request, "webhooks/webhooks.html", context, status=400 if form.errors else 200)


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
@never_cache
def webhook(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show a webhook and its deliveries; POST changes it."""
    project, webhook = _open(request, pk)
    form = WebhookForm(request.POST or None, initial={"address": webhook.address, "events": webhook.events})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            change_webhook(user=request.user, webhook=webhook, **form.cleaned_data)
            messages.success(request, "Saved.")
            return redirect("projects:webhook", slug, pk)
    return _render_webhooks(request, project, webhook, form=form)


@require_POST
@admits(can_manage)
@never_cache
@shows_secret
def webhook_secret(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Make a new secret and show it, only this once."""
    project, webhook = _open(request, pk)
    form = SecretForm(request.POST)
    if not form.is_valid() or not form.claim(request.user):
        messages.warning(request, ALREADY_SHOWN)
        return redirect("projects:webhook", slug, pk)
    return _render_webhooks(request, project, webhook, secret=renew_secret(user=request.user, webhook=webhook))


@require_POST
@admits(can_manage)
def webhook_test(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Send a test event."""
    _, webhook = _open(request, pk)
    send_test(user=request.user, webhook=webhook)
    messages.success(request, "The test event is sent as soon as a worker is free. Reload the page to see the answer.")
    return redirect("projects:webhook", slug, pk)


@require_POST
@admits(can_manage)
def webhook_enable(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Enable a paused or disabled webhook."""
    _, webhook = _open(request, pk)
    enable_webhook(user=request.user, webhook=webhook)
    messages.success(request, "The webhook is active. Events that waited are sent now.")
    return redirect("projects:webhook", slug, pk)


@require_POST
@admits(can_manage)
def webhook_pause(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Pause a webhook."""
    _, webhook = _open(request, pk)
    pause_webhook(user=request.user, webhook=webhook)
    return redirect("projects:webhook", slug, pk)


@require_POST
@admits(can_manage)
@never_cache
def webhook_send_again_since(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Send again what the webhook missed since a time."""
    project, webhook = _open(request, pk)
    form = AgainForm(request.POST)
    if form.is_valid():
        with refusals_on(form):
            since = timezone.now() - timedelta(hours=form.cleaned_data["hours"])
            delivered = form.cleaned_data["delivered"]
            count = send_again_since(user=request.user, webhook=webhook, since=since, delivered=delivered)
            messages.success(request, f"{count:,} event{'' if count == 1 else 's'} will be sent again.")
            return redirect("projects:webhook", slug, pk)
    return _render_webhooks(request, project, webhook, again=form)


@require_POST
@admits(can_manage)
def webhook_remove(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Remove a webhook."""
    _, webhook = _open(request, pk)
    remove_webhook(user=request.user, webhook=webhook)
    messages.success(request, "The webhook was removed.")
    return redirect("projects:webhooks", slug)


@require_POST
@admits(can_manage)
def webhook_send_again(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Send one delivery again."""
    project = request.project
    deliveries = Delivery.objects.select_related("webhook__project").filter(webhook__project=project)
    delivery = get_object_or_404(deliveries, pk=pk)
    send_again(user=request.user, delivery=delivery)
    messages.success(request, "The event is sent again as soon as a worker is free.")
    return redirect("projects:webhook", slug, delivery.webhook_id)


def _open(request: SignedInRequest, pk: int) -> tuple[Project, Webhook]:
    project = request.project
    return project, get_object_or_404(list_webhooks(project).select_related("project"), pk=pk)


def _render_webhooks(
    request: SignedInRequest,
    project: Project,
    found: Webhook,
    *,
    form: WebhookForm | None = None,
    again: AgainForm | None = None,
    secret: str = "",
) -> HttpResponse:
    shown = form or WebhookForm(initial={"address": found.address, "events": found.events})
    again = again or AgainForm()
    context: dict[str, Any] = {
        **project_context(request.user, project, "projects:webhooks"),
        "page_name": "Webhook",
        "webhook": found,
        "form": shown,
        "again_form": again,
        "secret_form": SecretForm(),
        "secret": secret,
        "deliveries": list_deliveries(found)[:PAGE_SIZE],
        "most": PAGE_SIZE,
        "days": settings.WEBHOOK_DELIVERIES_KEPT_DAYS,
    }
    return render(request, "webhooks/webhook.html", context, status=400 if shown.errors or again.errors else 200)
