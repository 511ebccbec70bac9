"""Compression of pages: those without secrets, and nothing else."""

import gzip

import pytest
from django.test import Client
from django.urls import reverse

from tests.factories import draw, lease, make_member, make_project

pytestmark = pytest.mark.django_db
BROWSER = {"accept-encoding": "gzip, deflate, br, zstd"}


def test_the_editors_page_is_compressed_for_browsers_that_ask(client: Client) -> None:
    annotator = make_member(make_project(pairs=1))
    client.force_login(annotator.user)
    address = reverse("alignment:annotate", args=[draw(lease(annotator)).pk])
    plain, packed = client.get(address), client.get(address, headers=BROWSER)
    assert (plain.status_code, plain.headers.get("Content-Encoding")) == (200, None)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert "Accept-Encoding" in packed.headers["Vary"]
    assert b"gatto" in gzip.decompress(packed.content)
    assert 2 * len(packed.content) < len(plain.content)
    assert int(packed.headers["Content-Length"]) == len(packed.content)


def test_two_answers_with_the_same_page_differ_in_length(client: Client) -> None:
    client.force_login(make_project().created_by)
    assert len({len(client.get("/", headers=BROWSER).content) for _ in range(8)}) > 1


def test_pages_of_signing_in_are_not_compressed(client: Client) -> None:
    answer = client.get("/accounts/login/", headers=BROWSER)
    assert (answer.status_code, answer.headers.get("Content-Encoding")) == (200, None)


def test_the_page_that_shows_an_invitation_is_not_compressed(client: Client) -> None:
    project = make_project()
    client.force_login(project.created_by)
    page = client.get(reverse("projects:members", args=[project.slug]), headers=BROWSER)
    assert page.headers["Content-Encoding"] == "gzip"
    once = page.context["form"]["operation_id"].value()
    form = {"role": "annotator", "days": 7, "use_limit": 1, "operation_id": once}
    made = client.post(reverse("projects:invite", args=[project.slug]), form, headers=BROWSER)
    assert made.headers.get("Content-Encoding") is None
    assert "/invitations/" in made.content.decode()


def test_answers_of_the_api_keep_their_length(client: Client) -> None:
    client.force_login(make_project(pairs=1).created_by)
    answer = client.get("/api/v1/projects/", headers=BROWSER)
    assert answer.status_code == 200
    assert answer.headers.get("Content-Encoding") is None
