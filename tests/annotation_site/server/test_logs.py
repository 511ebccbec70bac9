"""Secrets of links stay out of logs."""

import json
import logging
import re
import subprocess
import sys
import urllib.error
import urllib.request
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import get_resolver, reverse
from django.utils.module_loading import import_string

from annotation_site.server.logs import MASK, JsonFormatter, TextFormatter, lines_about, make_formatter, mask_secrets
from tests.servers import ROOT, answers, child_environment, free_port, stop, wait_until

SECRET = "Xk3-9_secretSECRET"
LINKS = [
    reverse("projects:invitation", args=[SECRET]),
    reverse("idiomaticity:crowd_link", args=[SECRET]) + f"?workerId={SECRET}",
    reverse("idiomaticity:crowd_return", args=[f"12:{SECRET}"]),
    reverse("account_confirm_email", args=[f"MQ:{SECRET}"]),
    reverse("account_reset_password_from_key", args=["2k", SECRET]),
]


@pytest.mark.parametrize("link", LINKS)
def test_a_line_with_a_link_is_masked(link: str) -> None:
    masked = mask_secrets(f'127.0.0.1 "GET {link} HTTP/1.1" 404 "https://site.example{link}"')
    assert SECRET not in masked
    assert masked.count(MASK) == 2
    assert masked.endswith('"')


# Parts of addresses whose form has no room for a secret.
NO_SECRETS = {"slug", "int", "uuid", "file"}


# The name of a sign-in provider, and of a page of the documentation: everybody may read them.
NAMES = ("accounts/oidc/", "help/")


def test_every_route_with_room_for_a_secret_is_known() -> None:
    routes = [route for route in list_routes() if not route.startswith(NAMES)]
    secrets = [route for route in routes if set(re.findall(r"<(\w+):|\(\?P", route)) - NO_SECRETS]
    assert len(secrets) >= 5
    for route in secrets:
        made = "/" + re.sub(r"\(\?P<\w+>[^)]*\)|<\w+:\w+>", SECRET, route).replace("^", "").replace("$", "")
        assert SECRET not in mask_secrets(f"GET {made} "), route


def list_routes() -> list[str]:
    def walk(patterns: list[object], before: str) -> list[str]:
        found: list[str] = []
        for each in patterns:
            here = before + str(each.pattern)  # type: ignore[attr-defined]
            found += walk(each.url_patterns, here) if hasattr(each, "url_patterns") else [here]
        return found

    return walk(get_resolver().url_patterns, "")


@pytest.mark.parametrize("name", ["text", "json"])
def test_tracebacks_and_warnings_of_django_are_masked(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_FORMAT", name)
    formatter = import_string(settings.LOGGING["formatters"]["line"]["()"])()
    try:
        raise ValueError(f"https://site.example{LINKS[0]}")
    except ValueError:
        record = logging.LogRecord("django.request", 40, "", 1, "Not Found: %s", (LINKS[4],), sys.exc_info())
    with lines_about(lambda: {"referer": f"https://site.example{LINKS[1]}"}):
        text = formatter.format(record)
    assert "Traceback" in text
    assert text.count(MASK) >= 3
    assert SECRET not in text


def test_a_line_of_json_says_whose_request_it_is_about() -> None:
    record = logging.LogRecord("django.request", 40, "", 1, "Not Found: %s", ("/a\nb",), None)
    record.fields = {"status": 404}
    with lines_about(lambda: {"request_id": "abc"}):
        told = json.loads(JsonFormatter().format(record))
    assert (told["level"], told["logger"], told["message"]) == ("ERROR", "django.request", "Not Found: /a\nb")
    assert (told["request_id"], told["status"]) == ("abc", 404)
    assert datetime.fromisoformat(told["time"]).utcoffset() == timedelta(0)
    assert "request_id" not in json.loads(JsonFormatter().format(record))


def test_lines_are_json_in_production_and_text_elsewhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LOG_FORMAT", raising=False)
    assert isinstance(make_formatter(), TextFormatter)
    monkeypatch.setenv("INTERLINEA_ENVIRONMENT", "production")
    assert isinstance(make_formatter(), JsonFormatter)
    monkeypatch.setenv("LOG_FORMAT", "yaml")
    with pytest.raises(ValueError, match="json or text"):
        make_formatter()


@pytest.mark.parametrize("name", ["text", "json"])
@pytest.mark.django_db(transaction=True)
def test_nothing_that_the_real_server_logs_has_a_secret(name: str, tmp_path: Path) -> None:
    """Its processes count together, too: a scrape tells of every request, whichever of them answers."""
    port, log = free_port(), tmp_path / "web.log"
    command = ["gunicorn", "--config", "python:annotation_site.server.configuration", "--bind", f"127.0.0.1:{port}"]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", *command, "--access-logfile", "-"],
            cwd=ROOT,
            env={**child_environment(), "LOG_FORMAT": name, "ACCESS_LOG": "1", "METRICS_TOKEN": SECRET},
            stdout=output,
            stderr=output,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            wait_until(lambda: answers(address), "the web server did not start")
            for link in LINKS:
                visit(address + link)
            scrapes = [scrape(address) for _ in range(4)]
        finally:
            stop(process)
    text = log.read_text()
    assert text.count(MASK) >= 3 * len(LINKS)
    assert SECRET not in text
    invitations = 'interlinea_requests_total{method="GET",status="404",view="projects:invitation"} 1.0'
    assert all(invitations in each for each in scrapes)
    own = [line for line in text.splitlines() if " interlinea.access " in line or '"interlinea.access"' in line]
    assert len(own) >= len(LINKS)
    if name == "json":
        told = [json.loads(line) for line in text.splitlines() if line.startswith("{")]
        assert {"gunicorn.error", "django.request", "interlinea.access"} <= {line["logger"] for line in told}
        assert all(line["request_id"] for line in told if line["logger"] == "django.request")
    assert not list(Path("/dev/shm").glob(f"interlinea-counts-{process.pid}-*"))


def scrape(address: str) -> str:
    request = urllib.request.Request(f"{address}/metrics", headers={"Authorization": f"Bearer {SECRET}"})
    with urllib.request.urlopen(request) as answer:
        return answer.read().decode()


def visit(address: str) -> int:
    request = urllib.request.Request(address, headers={"Referer": address})
    try:
        with urllib.request.urlopen(request) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refusal:
        return refusal.code
