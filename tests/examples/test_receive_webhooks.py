"""The receiver of webhooks in docs/examples, run as its users run it, under the site's own calls."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from annotation_site.outgoing.sending import send
from annotation_site.webhooks.jobs import deliver_webhooks
from annotation_site.webhooks.models import Delivery
from annotation_site.webhooks.services import add_webhook, renew_secret, send_again, send_test
from tests.factories import make_project
from tests.servers import free_port

EXAMPLE = Path(__file__).resolve().parents[2] / "docs/examples/receive_webhooks.py"


@pytest.mark.django_db
def test_the_example_takes_what_the_site_signed_once_and_nothing_else(settings: Any):
    port = free_port()
    settings.OUTGOING_HOSTS = [f"localhost:{port}"]
    project = make_project()
    address = f"http://localhost:{port}/"
    manager = project.created_by
    webhook, secret = add_webhook(user=manager, project=project, address=address, events=["submitted"])
    command = [sys.executable, str(EXAMPLE), "--port", str(port)]
    with subprocess.Popen(
        command, env={"WEBHOOK_SECRET": secret}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as receiver:
        assert receiver.stderr
        assert "Listening" in receiver.stderr.readline()
        delivery = send_test(user=manager, webhook=webhook)
        deliver_webhooks()
        send_again(user=manager, delivery=delivery)
        deliver_webhooks()
        assert set(Delivery.objects.values_list("state", "status")) == {("delivered", 204)}
        forged = {"webhook-id": "msg_1", "webhook-timestamp": "1614265330", "webhook-signature": "v1,AAAA"}
        assert send("POST", address, headers=forged, content=b"{}").status == 401
        renew_secret(user=manager, webhook=webhook)
        send_again(user=manager, delivery=delivery)
        deliver_webhooks()
        assert set(Delivery.objects.values_list("status", flat=True)) == {401}
        receiver.terminate()
        printed, _ = receiver.communicate()
    [event] = printed.splitlines()
    assert json.loads(event)["type"] == "test"
