"""API of webhooks, for managers."""

from typing import Any

from django.shortcuts import get_object_or_404
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import admits, project_of
from annotation_site.web.api.openapi import describe
from annotation_site.web.api.views import PagedView, person, read_body
from annotation_site.webhooks.models import LONGEST_ADDRESS, Delivery, Event, Webhook
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


class WebhookRow(serializers.ModelSerializer[Webhook]):
    """A webhook, without its secret."""

    events = serializers.ListField(child=serializers.ChoiceField(choices=Event.choices))
    waiting = serializers.IntegerField(help_text="Events that are still to be sent, counted to 1,000.")

    class Meta:
        model = Webhook
        fields = ("id", "address", "events", "state", "failing_since", "waiting", "created_at")


class WebhookRequest(serializers.Serializer[Any]):
    """The address of a webhook, and its events."""

    address = serializers.CharField(max_length=LONGEST_ADDRESS)
    events = serializers.ListField(child=serializers.ChoiceField(choices=Event.choices), min_length=1)


class WebhookChange(WebhookRequest):
    """A change of a webhook; what is left out stays."""

    address = serializers.CharField(max_length=LONGEST_ADDRESS, required=False)
    events = serializers.ListField(child=serializers.ChoiceField(choices=Event.choices), min_length=1, required=False)


class WebhookMade(serializers.Serializer[Any]):
    """A webhook with its secret, which is in this answer only."""

    webhook = WebhookRow()
    secret = serializers.CharField()


class WebhookSecret(serializers.Serializer[Any]):
    """A new secret, which is in this answer only."""

    secret = serializers.CharField()


class AgainRequest(serializers.Serializer[Any]):
    """The time since which events are sent again."""

    since = serializers.DateTimeField()
    delivered = serializers.BooleanField(default=False, help_text="Also events that were delivered.")


class AgainCount(serializers.Serializer[Any]):
    """The number of events that are sent again."""

    count = serializers.IntegerField()


class DeliveryRow(serializers.ModelSerializer[Delivery]):
    """A delivery: its ID, as the header `webhook-id` has it, and the outcome of its last attempt."""

    message_id = serializers.CharField()

    class Meta:
        model = Delivery
        fields = (
            "id",
            "message_id",
            "event",
            "body",
            "state",
            "attempt",
            "status",
            "error",
            "created_at",
            "finished_at",
        )


class WebhooksView(PagedView):
    """The webhooks of a project."""

    serializer_class = WebhookRow

    @describe("webhooks_list", answers={200: WebhookRow(many=True)})
    @admits(can_manage)
    def get(self, request: Request, slug: str) -> Response:
        """List webhooks."""
        return self.answer_page(list_webhooks(project_of(request)))

    @describe("webhook_add", request=WebhookRequest, answers={201: WebhookMade})
    @admits(can_manage)
    def post(self, request: Request, slug: str) -> Response:
        """Add a webhook; its secret is in this answer only."""
        project = project_of(request)
        webhook, secret = add_webhook(user=person(request), project=project, **read_body(request, WebhookRequest))
        return Response({"webhook": _serialise_webhook(webhook), "secret": secret}, status=201)


class WebhookView(APIView):
    """One webhook."""

    @describe("webhook_detail", answers={200: WebhookRow})
    @admits(can_manage)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """Get a webhook."""
        return Response(_serialise_webhook(_fetch(request, pk)))

    @describe("webhook_change", request=WebhookChange, answers={200: WebhookRow})
    @admits(can_manage)
    def patch(self, request: Request, slug: str, pk: int) -> Response:
        """Change the address or the events of a webhook."""
        webhook = _fetch(request, pk)
        wanted = read_body(request, WebhookChange)
        return Response(_serialise_webhook(change_webhook(user=person(request), webhook=webhook, **wanted)))

    @describe("webhook_remove", answers={204: None})
    @admits(can_manage)
    def delete(self, request: Request, slug: str, pk: int) -> Response:
        """Remove a webhook with its deliveries."""
        remove_webhook(user=person(request), webhook=_fetch(request, pk))
        return Response(status=204)


class WebhookSecretView(APIView):
    """The secret of a webhook."""

    @describe("webhook_secret_renew", answers={201: WebhookSecret}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Make a new secret; the earlier one signs nothing from now on."""
        return Response({"secret": renew_secret(user=person(request), webhook=_fetch(request, pk))}, status=201)


class WebhookEnableView(APIView):
    """Enabling a webhook."""

    @describe("webhook_enable", answers={200: WebhookRow}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Enable a paused or disabled webhook; events that wait for it are sent."""
        return Response(_serialise_webhook(enable_webhook(user=person(request), webhook=_fetch(request, pk))))


class WebhookPauseView(APIView):
    """Pausing a webhook."""

    @describe("webhook_pause", answers={200: WebhookRow}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Send nothing until the webhook is enabled; its events are kept."""
        return Response(_serialise_webhook(pause_webhook(user=person(request), webhook=_fetch(request, pk))))


class WebhookAgainView(APIView):
    """Sending what a webhook missed."""

    @describe("webhook_send_again_since", request=AgainRequest, answers={202: AgainCount}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Send events since a time again, each under its ID."""
        webhook, body = _fetch(request, pk), read_body(request, AgainRequest)
        return Response({"count": send_again_since(user=person(request), webhook=webhook, **body)}, status=202)


class WebhookTestView(APIView):
    """Trying a webhook."""

    @describe("webhook_test", answers={202: DeliveryRow}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Send a test event."""
        delivery = send_test(user=person(request), webhook=_fetch(request, pk))
        delivery.refresh_from_db()
        return Response(DeliveryRow(delivery).data, status=202)


class DeliveriesView(PagedView):
    """The deliveries of a webhook."""

    serializer_class = DeliveryRow

    @describe("webhook_deliveries", answers={200: DeliveryRow(many=True)})
    @admits(can_manage)
    def get(self, request: Request, slug: str, pk: int) -> Response:
        """List deliveries, newest first."""
        return self.answer_page(list_deliveries(_fetch(request, pk)))


class DeliveryView(APIView):
    """Sending a delivery again."""

    @describe("webhook_send_again", answers={202: DeliveryRow}, conflicts=True)
    @admits(can_manage)
    def post(self, request: Request, slug: str, pk: int) -> Response:
        """Send a delivery now; it keeps its ID."""
        project = project_of(request)
        deliveries = Delivery.objects.select_related("webhook__project").filter(webhook__project=project)
        delivery = send_again(user=person(request), delivery=get_object_or_404(deliveries, pk=pk))
        return Response(DeliveryRow(delivery).data, status=202)


def _fetch(request: Request, pk: int) -> Webhook:
    project = project_of(request)
    return get_object_or_404(list_webhooks(project).select_related("project"), pk=pk)


def _serialise_webhook(webhook: Webhook) -> dict[str, Any]:
    return WebhookRow(list_webhooks(webhook.project).get(pk=webhook.pk)).data
