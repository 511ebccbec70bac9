"""Secrets of links stay out of logs."""

import logging
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path

import pytest
from django.conf import settings
from django.urls import get_resolver, reverse

from annotation_site.server.logs import MASK, MaskingFormatter, mask_secrets
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


def test_every_route_with_a_word_that_is_no_slug_or_number_is_known() -> None:
    secrets = [route for route in list_routes() if "(?P<" in route or "<str:" in route]
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


def test_tracebacks_and_warnings_of_django_are_masked() -> None:
    assert settings.LOGGING["formatters"]["line"]["()"].endswith("MaskingFormatter")
    try:
        raise ValueError(f"https://site.example{LINKS[0]}")
    except ValueError:
        record = logging.LogRecord("django.request", 40, "", 1, "Not Found: %s", (LINKS[4],), sys.exc_info())
    text = MaskingFormatter("{message}", style="{").format(record)
    assert "Traceback" in text
    assert SECRET not in text


@pytest.mark.django_db(transaction=True)
def test_nothing_that_the_real_server_logs_has_a_secret(tmp_path: Path) -> None:
    port, log = free_port(), tmp_path / "web.log"
    command = ["gunicorn", "--config", "python:annotation_site.server.configuration", "--bind", f"127.0.0.1:{port}"]
    with log.open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-m", *command, "--access-logfile", "-"],
            cwd=ROOT,
            env=child_environment(),
            stdout=output,
            stderr=output,
        )
        try:
            address = f"http://127.0.0.1:{port}"
            wait_until(lambda: answers(address), "the web server did not start")
            for link in LINKS:
                visit(address + link)
        finally:
            stop(process)
    text = log.read_text()
    assert text.count(MASK) >= 2 * len(LINKS)
    assert SECRET not in text


def visit(address: str) -> int:
    request = urllib.request.Request(address, headers={"Referer": address})
    try:
        with urllib.request.urlopen(request) as answer:
            return int(answer.status)
    except urllib.error.HTTPError as refusal:
        return refusal.code
