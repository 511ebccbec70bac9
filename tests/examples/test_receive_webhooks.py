"""The receiver of webhooks in docs/examples, run as its users run it, under the site's own calls."""

import json
import socket
import subprocess
import sys
import time
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


def ask(port: int, headers: dict[str, bytes]) -> bytes:
    """Send headers that no library would send, and return the first line of the answer."""
    lines = b"".join(name.encode() + b": " + value + b"\r\n" for name, value in headers.items())
    with socket.create_connection(("localhost", port), timeout=10) as line:
        line.sendall(b"POST / HTTP/1.0\r\n" + lines + b"\r\n")
        return line.makefile("rb").readline()


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
        now = str(int(time.time()))
        for odd in ({"webhook-signature": "v1,\xe4"}, {"Content-Length": "-1"}, {"webhook-timestamp": "9" * 5000}):
            sent = {key: value.encode("latin-1") for key, value in (forged | {"webhook-timestamp": now} | odd).items()}
            status_line = ask(port, sent)
            assert b" 401 " in status_line, (odd, status_line)
        renew_secret(user=manager, webhook=webhook)
        send_again(user=manager, delivery=delivery)
        deliver_webhooks()
        assert set(Delivery.objects.values_list("status", flat=True)) == {401}
        receiver.terminate()
        printed, _ = receiver.communicate()
    [event] = printed.splitlines()
    assert json.loads(event)["type"] == "test"
