"""Reports of errors, as a collector receives them."""

import gzip
import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer

from django.conf import settings

from tests.servers import ROOT

TEXT = "Un gatto nero di ada@example.org"
FAILING = f"""
import logging, sys, django
django.setup()
from annotation_site.server.logs import lines_about
log = logging.getLogger("annotation_site.jobs")
def read(sentence):
    raise ValueError(f"{{sentence}} at https://site.example/invitations/SECRET")
with lines_about(lambda: {{"request_id": "7f3c0a12", "user": 4711, "project": "cats", "job": 12}}):
    try:
        read({TEXT!r})
    except ValueError:
        log.exception("Job %s failed: %s", 12, {TEXT!r})
logging.getLogger("django.request").error("%s: %s", "Service Unavailable", "/projects/cats/")
log.warning("not worth a report")
assert "sentry_sdk" in sys.modules
logging.shutdown()
"""


@contextmanager
def collector() -> Iterator[tuple[str, list[bytes]]]:
    """Give the address of a collector and the bodies that it receives."""
    received: list[bytes] = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            received.append(gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            return

    with HTTPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://key@127.0.0.1:{server.server_port}/1", received
        server.shutdown()


def fail(**environment: str) -> str:
    """Let a process log an error, and return its log."""
    done = subprocess.run(
        [sys.executable, "-c", FAILING],
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "annotation_site.settings", **environment},
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ("AssertionError" in done.stderr) != bool(environment), done.stderr
    return done.stderr


def test_an_error_reaches_the_collector_without_anything_that_people_wrote() -> None:
    with collector() as (address, received):
        log = fail(SENTRY_DSN=address)
    assert TEXT in log
    [envelope] = received
    event = json.loads(envelope.splitlines()[2])
    [exception] = event["exception"]["values"]
    assert exception["type"] == "ValueError"
    assert [frame["function"] for frame in exception["stacktrace"]["frames"]] == ["<module>", "read"]
    assert event["logentry"]["message"] == "Job %s failed: %s"
    assert event["tags"] == {"request_id": "7f3c0a12", "job": 12}
    assert event["release"] == settings.VERSION
    told = envelope.decode()
    assert not any(word in told for word in (TEXT, "ada@", "SECRET", "4711", "cats", os.uname().nodename))


def test_without_a_collector_its_library_is_not_even_imported() -> None:
    assert "Job 12 failed" in fail()
