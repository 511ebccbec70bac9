"""The typed texts of a form are named in a cookie when the form has been taken, and only then."""

import pytest
from django.contrib.messages import get_messages
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from annotation_site.projects.models import Project
from annotation_site.web.middleware.typed_texts import COOKIE
from tests.factories import make_member, make_project
from tests.idiomaticity.making import make_rating_project

pytestmark = pytest.mark.django_db
NAME = "00000000-0000-4000-8000-00000000000a"
NAMES = f"{NAME}.{NAME[:-1]}b"


def publish(project: Project, names: str, **fields: object) -> HttpResponse:
    client = Client()
    client.force_login(project.created_by)
    address = reverse("projects:guideline_new", args=[project.slug])
    return client.post(address, {"text": "Link what is translated.", "based_on": 0, "typed_texts": names, **fields})


def test_a_form_that_was_taken_names_its_texts() -> None:
    cookie = publish(make_project(), NAMES).cookies[COOKIE]
    assert cookie.value == NAMES
    assert not cookie["httponly"]


def test_a_form_that_is_shown_again_does_not() -> None:
    response = publish(make_project(), NAMES, based_on=7)
    assert response.status_code != 302
    assert COOKIE not in response.cookies


@pytest.mark.parametrize("names", ["", "x", "a; path=/", f"{NAME}\n", f"{NAME}.{NAME[1:]}"])
def test_what_is_no_name_of_a_text_is_not_repeated(names: str) -> None:
    response = publish(make_project(), names)
    assert response.status_code == 302
    assert COOKIE not in response.cookies


def test_a_refusal_told_by_a_message_names_none_and_stays_to_be_told() -> None:
    project = make_rating_project()
    annotator = make_member(project)
    client = Client()
    client.force_login(project.created_by)
    address = reverse("projects:exclude", args=[project.slug, annotator.pk])
    sent = {"operation_id": NAME, "reason": "x" * 10_000, "typed_texts": NAMES}
    response = client.post(address, sent)
    assert response.status_code == 302
    assert COOKIE not in response.cookies
    assert "Give a reason" in str(next(iter(get_messages(response.wsgi_request))))


def test_who_is_signed_out_meanwhile_keeps_the_text() -> None:
    project = make_project()
    response = Client().post(
        reverse("projects:guideline_new", args=[project.slug]), {"text": "x", "typed_texts": NAMES}
    )
    assert response.status_code == 302
    assert COOKIE not in response.cookies
