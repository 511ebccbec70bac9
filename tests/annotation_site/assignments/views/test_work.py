"""The list of one's assignments and the steps without a script, for every kind."""

import pytest
from django.urls import reverse

from tests.annotation_site.assignments.desks import Desk

pytestmark = pytest.mark.django_db


def test_every_step_can_be_taken_without_a_script(desk: Desk) -> None:
    page = reverse(desk.kind.route(desk.kind.page), args=[desk.row.pk])
    assert desk.send("comment", text="odd")["Location"] == page
    assert desk.send("skip", reason="odd").status_code == 302
    assert desk.send("resume")["Location"] == page
    assert desk.send("submit", operation_id="x", **desk.case.form).status_code == 400
    assert desk.send("submit", version=99, **desk.case.form).status_code == 409
    assert desk.send("submit", **desk.case.form).status_code == 302
    assert desk.row.state == "submitted"
    assert desk.send("reopen")["Location"] == page
    assert desk.row.state == "in_progress"
    assert desk.client.get(page).context["state"]["comments"][0]["text"] == "odd"


def test_a_ready_reason_can_be_chosen_for_skipping_with_details_or_without(desk: Desk) -> None:
    page = desk.client.get(reverse(desk.kind.route(desk.kind.page), args=[desk.row.pk])).content.decode()
    assert 1 < len(desk.kind.skip_reasons) < 10
    assert all(f'name="ready_reason" value="{reason}"' in page for reason in desk.kind.skip_reasons)
    ready = desk.kind.skip_reasons[0]
    for fields, stored in (({}, ready), ({"reason": " line 2 "}, f"{ready}: line 2")):
        assert desk.send("skip", ready_reason=ready, **fields).status_code == 302
        assert (desk.row.state, desk.row.skip_reason) == ("skipped", stored)
        desk.send("resume")
    assert desk.send("skip", reason="x" * 301).status_code == 400


def test_the_list_of_work_leads_to_every_step(desk: Desk) -> None:
    address = reverse(desk.kind.route("assignments"), args=[desk.project.slug])
    page = reverse(desk.kind.route(desk.kind.page), args=[desk.row.pk])
    assert page in desk.client.get(address).content.decode()
    following = desk.client.post(reverse(desk.kind.route("assignments_next"), args=[desk.project.slug]))
    assert following["Location"] == page
    desk.post("submit", **desk.case.submission)
    reopen = reverse(desk.kind.route("reopen"), args=[desk.row.pk])
    assert reopen in desk.client.get(address, {"state": "submitted"}).content.decode()
    assert reopen not in desk.client.get(address, {"state": "open"}).content.decode()
    assert [row["name"] for row in desk.client.get(address, {"state": "given-back"}).context["rows"]] == []


def test_the_list_of_work_is_searched_by_text(desk: Desk) -> None:
    address = reverse(desk.kind.route("assignments"), args=[desk.project.slug])
    item, content = desk.row.item, {}
    for name in ("sentence_pair", "occurrence", "judgement_task", "passage"):
        content |= {name: getattr(item, name)} if hasattr(item, name) else {}
    texts = {
        "sentence_pair": lambda pair: pair.source_tokens[-1],
        "occurrence": lambda place: place.sentence.split()[-1],
        "judgement_task": lambda task: task.source.split()[-1],
        "passage": lambda passage: passage.sentences.first().text.split()[-1],
    }
    ((name, found),) = content.items()
    word = texts[name](found).strip(".")

    def rows(typed: str) -> int:
        return len(desk.client.get(address, {"search": typed}).context["rows"])

    assert (rows(word), rows("no-such-word"), rows("")) == (1, 0, 1)
