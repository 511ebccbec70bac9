"""Judging translations in a real browser: by keys, by mouse, on a phone."""

import re

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from annotation_site.assignments.models import Assignment
from annotation_site.assignments.queries import describe_state
from annotation_site.projects.models import Membership
from evaluation.judging.models import OutputJudgement
from tests.browser.conftest import OpenWindow
from tests.browser.windows import expect_away, expect_saved, measure_overflow
from tests.evaluation.judgements import lease_judgement, make_round
from tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def annotator(transactional_db: None, files_folder: object) -> Membership:
    return make_member(make_round().project)


def open_judging(page: Page, assignment: Assignment) -> None:
    page.goto(f"/evaluation/judge/{assignment.pk}/")
    expect(page.locator("html[data-judging=ready]")).to_be_attached()


def start_judging(open_window: OpenWindow, annotator: Membership) -> tuple[Page, Assignment]:
    page, assignment = open_window(annotator.user).page, lease_judgement(annotator)
    open_judging(page, assignment)
    return page, assignment


def answers_of(assignment: Assignment) -> list[int | None]:
    return describe_state(Assignment.objects.get(pk=assignment.pk))["answers"]


def test_a_key_for_every_translation_and_enter_judge_an_expression(
    open_window: OpenWindow, annotator: Membership
) -> None:
    page, assignment = start_judging(open_window, annotator)
    page.keyboard.press("4")
    page.keyboard.press("x")
    page.keyboard.press("Enter")
    expect_away(page, re.compile(f"/{assignment.pk}/$"))
    assert answers_of(assignment) == [4, -1]
    following = Assignment.objects.get(annotator=annotator, state="in_progress")
    assert page.url.endswith(f"/judge/{following.pk}/")


def test_backspace_goes_back_and_everything_is_saved_at_once(open_window: OpenWindow, annotator: Membership) -> None:
    page, assignment = start_judging(open_window, annotator)
    page.keyboard.press("4")
    page.keyboard.press("Backspace")
    page.keyboard.press("2")
    expect_saved(page)
    page.reload()
    expect(page.locator("input[name=answer_0][value='2']")).to_be_checked()
    page.keyboard.press("Enter")
    expect(page.get_by_text("One answer is missing here.")).to_be_visible()
    assert Assignment.objects.get(pk=assignment.pk).state == "in_progress"


def test_the_mouse_on_a_narrow_window_judges_as_well(open_window: OpenWindow, annotator: Membership) -> None:
    window = open_window(annotator.user)
    page = window.page
    page.set_viewport_size({"width": 390, "height": 800})
    assignment = lease_judgement(annotator)
    open_judging(page, assignment)
    assert measure_overflow(page) <= 0
    for place, value in enumerate((5, 1)):
        page.locator(f"label:has(input[name=answer_{place}][value='{value}'])").click()
    page.get_by_role("button", name="Submit and next").click()
    expect_away(page, re.compile(f"/{assignment.pk}/$"))
    assert answers_of(assignment) == [5, 1]


def test_numbers_to_a_hundred_are_typed_one_after_the_other(open_window: OpenWindow, transactional_db: None) -> None:
    annotator = make_member(make_round(method="percent").project)
    page, assignment = start_judging(open_window, annotator)
    page.get_by_label("0 to 100, translation 1").click()
    page.keyboard.type("87")
    page.keyboard.press("Enter")
    expect(page.get_by_label("0 to 100, translation 2")).to_be_focused()
    page.keyboard.press("x")
    page.keyboard.press("Enter")
    expect_away(page, re.compile(f"/{assignment.pk}/$"))
    assert answers_of(assignment) == [87, -1]


def test_a_number_past_a_hundred_is_asked_for_within_its_limits(
    open_window: OpenWindow, transactional_db: None
) -> None:
    page, assignment = start_judging(open_window, make_member(make_round(method="percent").project))
    page.get_by_label("0 to 100, translation 1").fill("130")
    page.keyboard.press("Enter")
    expect(page.locator("#fault")).to_have_text("Enter a whole number from 0 to 100.")
    assert Assignment.objects.get(pk=assignment.pk).state == "in_progress"


def test_one_key_says_which_of_two_is_better(open_window: OpenWindow, transactional_db: None) -> None:
    annotator = make_member(make_round(method="preference").project)
    page, assignment = start_judging(open_window, annotator)
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    expect_away(page, re.compile(f"/{assignment.pk}/$"))
    assert answers_of(assignment) == [3]
    assert OutputJudgement.objects.filter(assignment=assignment).count() == 1


def test_a_new_round_asks_only_what_its_method_needs(open_window: OpenWindow, annotator: Membership) -> None:
    project = annotator.project
    page = open_window(project.created_by).page
    page.goto(reverse("evaluation:judging_round_new", args=[project.slug, project.test_sets.get().pk]))
    expect(page.locator("details.wording:visible")).to_contain_text("Wording for 1 to 5")
    expect(page.get_by_label("Whole segments")).to_be_hidden()
    expect(page.get_by_label("Pairs per expression")).to_be_hidden()
    page.get_by_label("Pairwise comparison").check()
    expect(page.get_by_label("Pairs per expression")).to_be_visible()
    page.get_by_label("Error spans with categories").check()
    expect(page.locator("details.wording:visible")).to_contain_text("Wording for MQM")
    page.get_by_label("Whole segments").check()
    # A choice that no longer fits stays in sight, so that the refusal can be answered.
    page.get_by_label("Scores from 1 to 5").check()
    expect(page.get_by_label("Whole segments")).to_be_visible()
