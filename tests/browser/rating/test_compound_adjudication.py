"""Classing and adjudicating compounds in a real browser, by keyboard alone."""

from uuid import uuid4

import pytest
from playwright.sync_api import expect

from idiomaticity.classes.models import ClassJudgement, CompoundAdjudication
from idiomaticity.classes.services import judge_class, name_expert
from idiomaticity.compounds.models import Compound
from tests.browser.conftest import OpenWindow
from tests.browser.windows import expect_away
from tests.factories import make_member
from tests.idiomaticity.making import make_rating_project

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_an_expert_classes_by_keys_and_an_adjudicator_decides_where_they_differ(
    open_window: OpenWindow, transactional_db: None, files_folder: object
) -> None:
    project = make_rating_project()
    first, second = make_member(project), make_member(project)
    for annotator in (first, second):
        name_expert(
            user=project.created_by, project=project, annotator_id=annotator.pk, is_asked=True, operation_id=uuid4()
        )
    page = open_window(first.user).page
    page.goto(f"/idiomaticity/{project.slug}/classes/classify/")
    for done in range(3):
        expect(page.get_by_text(f"{3 - done} left")).to_be_visible()
        expect(page.locator("html[data-review=ready]")).to_be_attached()
        page.keyboard.press("3")
    expect(page.get_by_text("You have classified every compound")).to_be_visible()
    page.keyboard.press("b")
    expect(page.locator("button.primary", has_text="idiomatic")).to_be_visible()
    expect(page.locator("html[data-review=ready]")).to_be_attached()
    page.keyboard.press("1")
    expect(page.get_by_text("You have classified every compound")).to_be_visible()
    assert sorted(ClassJudgement.objects.values_list("compound_class", flat=True)) == ["C", "NC", "NC"]

    for number in (1, 2, 3):
        judge_class(user=second.user, project=project, number=number, compound_class="PC", operation_id=uuid4())
    page = open_window(project.created_by).page
    page.goto(f"/idiomaticity/{project.slug}/adjudication/")
    page.get_by_role("link", name="Start with the most disputed compound").click()
    for _ in range(3):
        expect(page.locator("html[data-review=ready]")).to_be_attached()
        expect(page.get_by_text("Experts disagree:")).to_be_visible()
        address = page.url
        page.keyboard.press("2")
        page.keyboard.press("n")
        page.keyboard.type("done by keys")
        page.keyboard.press("Escape")
        page.keyboard.press("d")
        expect_away(page, address)
    expect(page.get_by_text("There are no more compounds to adjudicate.")).to_be_visible()
    assert set(Compound.objects.values_list("compound_class", flat=True)) == {"PC"}
    assert set(CompoundAdjudication.objects.values_list("note", "is_done")) == {("done by keys", True)}
