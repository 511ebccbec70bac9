"""Pages and API of corrections."""

from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from alignment.adjudication.services.decisions import decide_links
from alignment.corrections.queries import find_obstacle
from alignment.rounds.services.rounds import open_round
from alignment.training.models import KnownGold
from annotation_site.assignments.models import Item
from annotation_site.assignments.services.withdrawal import withdraw_items
from annotation_site.projects.models import Project, Role
from annotation_site.web.exceptions import NotEditable
from tests.alignment.corrections.correcting import correct
from tests.alignment.feedback.cases import Case, client_of
from tests.factories import make_member, make_reading
from tests.markup import markup_of


def form_of(page: Any, **fields: object) -> dict[str, object]:
    form = page.context["form"]
    return {**form.initial, "keep_respelled": "", **fields}


def test_the_page_shows_what_would_happen_then_does_it(project: Project) -> None:
    make_reading(make_member(project))
    client = Client()
    client.force_login(project.created_by)
    address = reverse("alignment:correct", args=[project.slug, 1])
    fields = form_of(client.get(address), source="a big black cat")
    page = markup_of(client.post(address, fields))
    assert "<ins>big</ins>" in page
    assert "reopened: some words are not done" in page
    assert Item.versions.count() == 1
    answer = client.post(address, {**fields, "confirm": "1"})
    assert answer["Location"] == reverse("alignment:pair", args=[project.slug, 1])
    shown = markup_of(client.get(answer["Location"]))
    assert "Version 2 of this pair. Previous:" in shown
    before = markup_of(client.get(answer["Location"] + "?version=1"))
    assert "show current version" in before
    assert "version 1 was" not in markup_of(client.post(address, {**fields, "confirm": "1", "operation_id": "x"}))


def test_a_stale_form_says_so(project: Project) -> None:
    client = Client()
    client.force_login(project.created_by)
    address = reverse("alignment:correct", args=[project.slug, 1])
    fields = form_of(client.get(address), source="a big black cat", confirm="1")
    correct(project, "a small cat", "un gatto nero")
    answer = client.post(address, fields)
    assert answer.status_code == 409
    assert "The text of this pair has been corrected since." in markup_of(answer)


@pytest.mark.parametrize("obstacle", ["withdrawn", "known gold", "round"])
def test_a_pair_that_cannot_be_corrected_now_says_why_and_offers_no_form(project: Project, obstacle: str) -> None:
    """The form was there, and refused whatever was typed."""
    item = project.items.get(number=1)
    known: dict[str, Any] = {"user": project.created_by, "project": project, "operation_id": uuid4()}
    if obstacle == "withdrawn":
        withdraw_items(**known, numbers=[1])
    elif obstacle == "known gold":
        gold = {"links": [[0, 0, "S"]], "null_source": [], "null_target": []}
        KnownGold.objects.create(
            item=item, project=project, use="check", origin="imported", reading=gold, added_by=project.created_by
        )
    else:
        make_reading(make_member(project), "0-0S")
        make_reading(make_member(project), "0-0P")
        open_round(**known)
    client = Client()
    client.force_login(project.created_by)
    page = markup_of(client.get(reverse("alignment:correct", args=[project.slug, 1])))
    assert find_obstacle(project.items.get(number=1)) in page
    assert 'name="source"' not in page


@pytest.mark.parametrize("step", ["annotate", "reopen", "submit", "skip", "comment"])
def test_who_is_at_a_pair_that_was_corrected_meanwhile_is_led_to_the_corrected_one(project: Project, step: str) -> None:
    """Its page and its buttons led to "Page not found"."""
    annotator = make_member(project)
    reading = make_reading(annotator)
    correct(project, "a big black cat", "un gatto nero")
    client = Client()
    client.force_login(annotator.user)
    address = reverse(f"alignment:{step}", args=[reading.pk])
    fields = {"operation_id": str(uuid4()), "version": reading.version, "reason": "odd", "text": "odd"}
    answer = client.get(address, follow=True) if step == "annotate" else client.post(address, fields, follow=True)
    continued = annotator.assignments.exclude(state="replaced").get()
    assert answer.redirect_chain == [(reverse("alignment:annotate", args=[continued.pk]), 302)]
    assert "The text was corrected meanwhile." in markup_of(answer)
    stranger = Client()
    stranger.force_login(make_member(project).user)
    assert (stranger.get(address) if step == "annotate" else stranger.post(address, fields)).status_code == 404


def test_a_decision_on_a_pair_that_is_corrected_at_that_moment_says_so(project: Project) -> None:
    """It was answered by "Page not found"."""
    for links in ("0-0S", "0-0P"):
        make_reading(make_member(project), links)
    adjudicator = make_member(project, Role.ADJUDICATOR)
    item = project.items.get(number=1)
    correct(project, "a big black cat", "un gatto nero")
    known = {"user": adjudicator.user, "operation_id": uuid4(), "version": 0}
    with pytest.raises(NotEditable, match="has been corrected since"):
        decide_links(**known, item_id=item.pk, decisions=[(0, 0, "S")])


def test_who_may_still_read_the_pair_is_not_told_of_others(project: Project) -> None:
    make_reading(make_member(project))
    make_member(project, Role.ANNOTATOR, project.created_by)
    client = Client()
    client.force_login(project.created_by)
    address = reverse("alignment:correct", args=[project.slug, 1])
    page = markup_of(client.post(address, form_of(client.get(address), source="a big black cat")))
    assert "Because you also annotate this project" in page
    assert "Links and marks kept" not in page
    correct(project, "a big black cat", "un gatto nero")
    before = markup_of(client.get(reverse("alignment:pair", args=[project.slug, 1]) + "?version=1"))
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


def test_the_page_names_the_disputes_that_go_on_and_those_that_end(db: None) -> None:
    case = Case()
    case.decide((0, 0, "P"))
    case.decide((1, 2, "none"), (1, 1, "S"))
    case.dispute((0, 0))
    case.dispute((1, 2))
    client = client_of(case.project.created_by)
    address = reverse("alignment:correct", args=[case.project.slug, 1])
    page = markup_of(client.post(address, form_of(client.get(address), source="a dark cat")))
    assert "Disputed links: 1 kept, 1 removed with their words." in page
