"""Candidates by keys: one key accepts or rejects; two actions complete a known expression; one key judges an item."""

import json
import re
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import expect

from expressions.lexicon.cases import Case
from expressions.lexicon.services import decide_cases
from expressions.marks.models import Mark
from tests.browser.conftest import OpenWindow
from tests.expressions.candidates.test_candidates import MAGPIE
from tests.expressions.making import (
    DAY,
    RAIN,
    import_files,
    make_empty_project,
    make_passage_project,
    propose,
    write_cupt,
)
from tests.factories import lease, make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
READY = "html[data-marking=ready]"


def test_a_key_accepts_and_a_key_rejects(open_window: OpenWindow) -> None:
    project = make_passage_project(text=write_cupt([RAIN, DAY, RAIN], documents=False))
    cases = [Case(("cat", "dog", "rain"), "VID"), Case(("call", "day"), "VID")]
    terms = {"user": project.created_by, "project": project}
    decide_cases(cases=cases, operation_id=uuid4(), **terms)
    propose(project)
    decide_cases(cases=[Case(("a", "it"), "IRV")], operation_id=uuid4(), **terms)
    annotator = make_member(project)
    page = open_window(annotator.user).page
    page.goto(f"/expressions/mark/{lease(annotator).pk}/")
    expect(page.locator(READY)).to_be_attached()
    expect(page.locator("#picked")).to_have_text(re.compile("rained cats dogs.?: VID[?]"))
    page.keyboard.press("a")
    expect(page.locator("#picked")).to_have_text(re.compile("called day.?: VID[?]"))
    page.keyboard.press("x")
    page.keyboard.press("j")
    page.keyboard.press("Escape")
    # A click on one word, and a key for what the lexicon knows.
    page.locator(".word").nth(8).click()
    expect(page.locator("#picked")).to_have_text(re.compile("it a.?: IRV[?]"))
    page.keyboard.press("Enter")
    expect(page.locator(".marks li")).to_have_count(3)
    page.keyboard.press("Enter")
    expect(page.get_by_text("There are no more passages for you")).to_be_visible()
    assert list(Mark.objects.values_list("words", "category")) == [
        ([1, 2, 4], "VID"),
        ([7, 10], "NotMWE"),
        ([8, 9], "IRV"),
    ]


def test_one_key_judges_an_item(open_window: OpenWindow, tmp_path: Path) -> None:
    path = tmp_path / "magpie.jsonl"
    path.write_text("".join(json.dumps(each) + "\n" for each in MAGPIE))
    project = make_empty_project(category_set="pie")
    import_files(project, path.read_text(), format_name="magpie")
    project.refresh_from_db()
    propose(project, "marks", text=path.read_text())
    annotator = make_member(project)
    page = open_window(annotator.user).page
    page.goto(f"/expressions/mark/{lease(annotator).pk}/")
    here = page.locator(".breadcrumb [aria-current=page]")
    for key in "l?":
        expect(page.locator(READY)).to_be_attached()
        passage = here.inner_text()
        page.keyboard.press(key)
        expect(here).not_to_have_text(passage)
    expect(page.locator(READY)).to_be_attached()
    page.keyboard.press("i")
    expect(page.get_by_text("There are no more passages for you")).to_be_visible()
    assert list(Mark.objects.order_by("pk").values_list("category", flat=True)) == ["literal", "unclear", "idiomatic"]
