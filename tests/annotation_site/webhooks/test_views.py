from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from annotation_site.webhooks.models import Delivery, Webhook
from annotation_site.webhooks.services import send_test
from tests.annotation_site.webhooks.making import make_webhook
from tests.factories import make_project
from tests.stand_ins.outside_hosts import OutsideHost

pytestmark = pytest.mark.django_db


def test_a_manager_adds_a_webhook_sees_its_secret_once_and_tries_it(outside: OutsideHost, client: Client):
    project = make_project()
    client.force_login(project.created_by)
    beside = client.get(reverse("projects:more", args=[project.slug]))
    assert reverse("projects:webhooks", args=[project.slug]) in beside.content.decode()
    page = reverse("projects:webhooks", args=[project.slug])
    sent = {"operation_id": str(uuid4()), "address": outside.address(), "events": ["released"]}
    answer = client.post(page, sent)
    assert "whsec_" in answer.content.decode()
    assert answer.headers["Cache-Control"].startswith("max-age=0")
    assert client.post(page, sent).status_code == 302  # a reload makes no second one
    webhook = Webhook.objects.get()
    own = reverse("projects:webhook", args=[project.slug, webhook.pk])
    assert "whsec_" not in client.get(own).content.decode()
    assert client.post(reverse("projects:webhook_test", args=[project.slug, webhook.pk])).status_code == 302
    assert "Send again" in client.get(own).content.decode()
    assert Delivery.objects.get().event == "test"
    renewed = client.post(
        reverse("projects:webhook_secret", args=[project.slug, webhook.pk]), {"operation_id": str(uuid4())}
    )
    assert "whsec_" in renewed.content.decode()


def test_an_address_that_is_refused_stands_on_the_form_with_the_reason(outside: OutsideHost, client: Client):
    project = make_project()
    client.force_login(project.created_by)
    page = reverse("projects:webhooks", args=[project.slug])
    sent = {"operation_id": str(uuid4()), "address": "https://elsewhere.example.org/", "events": ["released"]}
    answer = client.post(page, sent)
    assert answer.status_code == 400
    assert "elsewhere.example.org:443 is not among the hosts" in answer.content.decode()
    assert client.post(page, {**sent, "address": outside.address()}).status_code == 200
    own = reverse("projects:webhook", args=[project.slug, Webhook.objects.get().pk])
    assert client.post(own, {"address": "https://elsewhere.example.org/", "events": ["released"]}).status_code == 400
    assert client.post(own, {"address": outside.address("/b"), "events": ["submitted"]}).status_code == 302
    assert (Webhook.objects.get().address, Webhook.objects.get().events) == (outside.address("/b"), ["submitted"])


def test_where_the_operator_lists_no_host_the_page_says_so(client: Client, settings: Any):
    settings.OUTGOING_HOSTS = []
    project = make_project()
    client.force_login(project.created_by)
    page = client.get(reverse("projects:webhooks", args=[project.slug])).content.decode()
    assert "This site calls no other hosts" in page
    assert 'name="address"' not in page


def test_programs_do_the_same_by_the_api(outside: OutsideHost, client: Client):
    project = make_project()
    client.force_login(project.created_by)
    base = f"/api/v1/projects/{project.slug}/webhooks/"

    def post(path: str, status: int, **body: Any) -> Any:
        answer = client.post(path, body, content_type="application/json")
        assert answer.status_code == status, answer.content
        return answer.json()

    refused = post(base, 400, address="https://elsewhere.example.org/", events=["released"])
    assert refused["code"] == "address_refused"
    made = post(base, 201, address=outside.address(), events=["released", "submitted"])
    assert made["secret"].startswith("whsec_")
    own = f"{base}{made['webhook']['id']}/"
    assert client.get(own).json() == made["webhook"]
    assert made["webhook"]["events"] == ["submitted", "released"]
    changed = client.patch(own, {"events": ["adjudicated"]}, content_type="application/json").json()
    assert (changed["events"], changed["address"]) == (["adjudicated"], outside.address())
    assert post(f"{own}secret/", 201)["secret"] != made["secret"]
    delivery = post(f"{own}test/", 202)
    assert (delivery["event"], delivery["state"], delivery["message_id"][:4]) == ("test", "waiting", "msg_")
    assert client.get(f"{own}deliveries/").json()["results"] == [delivery]
    assert post(f"{base}deliveries/{delivery['id']}/again/", 202)["message_id"] == delivery["message_id"]
    assert client.delete(own).status_code == 204
    assert not Webhook.objects.exists()


def test_a_disabled_webhook_is_enabled_on_its_page(outside: OutsideHost, client: Client):
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    send_test(user=project.created_by, webhook=webhook)
    Webhook.objects.update(state="disabled")
    client.force_login(project.created_by)
    own = reverse("projects:webhook", args=[project.slug, webhook.pk])
    page = client.get(own).content.decode()
    assert "Enable webhook" in page
    assert "Send again" not in page
    client.post(reverse("projects:webhook_enable", args=[project.slug, webhook.pk]))
    assert Webhook.objects.get().state == "active"


def test_pages_say_what_becomes_of_events_that_are_not_sent(outside: OutsideHost, client: Client):
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    send_test(user=project.created_by, webhook=webhook)
    client.force_login(project.created_by)

    def act(name: str, **sent: Any) -> str:
        path = reverse(f"projects:{name}", args=[project.slug, webhook.pk])
        return client.post(path, sent, follow=True).content.decode()

    page = act("webhook_pause")
    assert "A manager paused the webhook. Nothing is sent. Events are kept, each for 30 days" in page
    assert "Resume webhook" in page
    Webhook.objects.update(state="disabled")
    page = client.get(reverse("projects:webhook", args=[project.slug, webhook.pk])).content.decode()
    assert "This site disabled the webhook" in page
    assert "Events are still kept, each for 30 days" in page
    assert "This webhook is disabled. Enable it first." in act("webhook_send_again_since", hours="24")
    assert "The webhook is active. Events that waited are sent now." in act("webhook_enable")


def test_a_manager_sends_missed_events_of_some_hours_again(outside: OutsideHost, client: Client):
    project = make_project()
    webhook, _ = make_webhook(project, outside)
    for _ in range(2):
        send_test(user=project.created_by, webhook=webhook)
    Delivery.objects.update(state="failed", created_at=timezone.now() - timedelta(hours=2))
    client.force_login(project.created_by)
    again = reverse("projects:webhook_send_again_since", args=[project.slug, webhook.pk])
    assert client.post(again, {"hours": "yesterday"}).status_code == 400
    assert "0 events will be sent again." in client.post(again, {"hours": "1"}, follow=True).content.decode()
    answer = client.post(again, {"hours": "24"}, follow=True)
    assert "2 events will be sent again." in answer.content.decode()
    own = f"/api/v1/projects/{project.slug}/webhooks/{webhook.pk}/"
    Delivery.objects.update(state="delivered", created_at=timezone.now())
    body = {"since": project.created_at.isoformat(), "delivered": True}
    assert client.post(f"{own}again/", body, content_type="application/json").json() == {"count": 2}
    paused = client.post(f"{own}pause/").json()
    assert (paused["state"], paused["waiting"]) == ("paused", 2)
