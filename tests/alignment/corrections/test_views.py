"""Pages and API of corrections."""

from typing import Any
from uuid import uuid4

from django.test import Client
from django.urls import reverse

from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project, Role
from tests.alignment.corrections.correcting import correct
from tests.factories import make_member, make_reading


def form_of(page: Any, **fields: object) -> dict[str, object]:
    form = page.context["form"]
    return {**form.initial, "keep_respelled": "", **fields}


def test_the_page_shows_what_would_happen_then_does_it(project: Project) -> None:
    make_reading(make_member(project))
    client = Client()
    client.force_login(project.created_by)
    address = reverse("alignment:correct", args=[project.slug, 1])
    fields = form_of(client.get(address), source="a big black cat")
    page = client.post(address, fields).content.decode()
    assert "<ins>big</ins>" in page
    assert "reopened: some words are not done" in page
    assert Item.versions.count() == 1
    answer = client.post(address, {**fields, "confirm": "1"})
    assert answer["Location"] == reverse("alignment:pair", args=[project.slug, 1])
    shown = client.get(answer["Location"]).content.decode()
    assert "Version 2 of this pair. Previous:" in shown
    before = client.get(answer["Location"] + "?version=1").content.decode()
    assert "show current version" in before
    assert "version 1 was" not in client.post(address, {**fields, "confirm": "1", "operation_id": "x"}).content.decode()


def test_a_stale_form_says_so(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    address = reverse("alignment:correct", args=[project.slug, 1])
    fields = form_of(client.get(address), source="a big black cat", confirm="1")
    correct(project, "a small cat", "un gatto nero")
    answer = client.post(address, fields)
    assert answer.status_code == 409
    assert "The text of this pair has been corrected since." in answer.content.decode()


def test_who_may_still_read_the_pair_is_not_told_of_others(project: Project) -> None:
    make_reading(make_member(project))
    make_member(project, Role.ANNOTATOR, project.created_by)
    client = Client()
    client.force_login(project.created_by)
    address = reverse("alignment:correct", args=[project.slug, 1])
    page = client.post(address, form_of(client.get(address), source="a big black cat")).content.decode()
    assert "Because you also annotate this project" in page
    assert "Links and marks kept" not in page
    correct(project, "a big black cat", "un gatto nero")
    before = client.get(reverse("alignment:pair", args=[project.slug, 1]) + "?version=1").content.decode()
    assert "Because you also annotate this project" in before


def test_the_api_says_what_would_happen_and_does_it(project: Project) -> None:
    make_reading(make_member(project))
    client = Client()
    client.force_login(project.created_by)
    address = reverse("api:item-correction", args=[project.slug, 1])
    body = {
        "operation_id": str(uuid4()),
        "version": 1,
        "source_tokens": ["a", "cat"],
        "target_tokens": ["un", "gatto", "nero"],
    }
    told = client.post(address, {**body, "dry_run": True}, content_type="application/json").json()
    assert told["readings"] == [{"annotator": "A", "kept": 2, "lost": 1, "is_reopened": True}]
    assert client.post(address, body, content_type="application/json").json()["version"] == 2
    assert client.post(address, {**body, "source_tokens": []}, content_type="application/json").status_code == 400
