"""Marking expressions by mouse, by keys and by touch; actions are counted."""

import pytest
from playwright.sync_api import Page, expect

from annotation_site.assignments.models import Assignment
from expressions.marks.models import Mark
from tests.browser.conftest import OpenWindow
from tests.browser.windows import expect_saved
from tests.expressions.making import TEXT, make_passage_project, write_cupt
from tests.factories import lease, make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# All three sentences in one passage: "rained cats dogs" are words 1, 2, 4; "took into account" 7, 10, 11.
WORDS = {"rained": 1, "cats": 2, "dogs": 4, "took": 7, "into": 10, "account": 11, "called": 14}


class Marker:
    """An annotator on the page of a passage, who counts what they press."""

    def __init__(self, page: Page, assignment: Assignment) -> None:
        self.page = page
        self.assignment = assignment
        self.actions = 0
        page.goto(f"/expressions/mark/{assignment.pk}/")
        expect(page.locator("html[data-marking=ready]")).to_be_attached()

    def click(self, *words: str) -> None:
        for word in words:
            self.actions += 1
            self.page.locator(f'.word[data-word="{WORDS[word]}"]').click()

    def tap(self, *words: str) -> None:
        for word in words:
            self.actions += 1
            self.page.locator(f'.word[data-word="{WORDS[word]}"]').tap()

    def press(self, *keys: str) -> None:
        for key in keys:
            self.actions += 1
            self.page.keyboard.press(key)

    def stored(self) -> list[tuple[list[int], str]]:
        """Return the marks on the server, once everything has reached it."""
        expect_saved(self.page)
        rows = Mark.objects.filter(assignment=self.assignment).order_by("words")
        return [(list(words), category) for words, category in rows.values_list("words", "category")]


def open_passage(open_window: OpenWindow, **device: object) -> Marker:
    project = make_passage_project(text=write_cupt(TEXT, documents=False))
    annotator = make_member(project)
    window = open_window(annotator.user, **device)  # type: ignore[arg-type]
    return Marker(window.page, lease(annotator))


def test_two_words_take_three_actions_and_three_take_four(open_window: OpenWindow) -> None:
    marker = open_passage(open_window)
    marker.click("rained", "cats")
    marker.press("1")
    assert (marker.actions, marker.stored()) == (3, [([1, 2], "VID")])
    marker.actions = 0
    marker.click("took", "into", "account")
    marker.press("2")
    assert (marker.actions, marker.stored()) == (4, [([1, 2], "VID"), ([7, 10, 11], "LVC.full")])
    marker.actions = 0
    marker.press("z")
    assert (marker.actions, marker.stored()) == (1, [([1, 2], "VID")])


def test_keys_alone_suffice(open_window: OpenWindow) -> None:
    marker = open_passage(open_window)
    marker.press("ArrowRight", " ", "ArrowRight", " ", "ArrowRight", "ArrowRight", " ", "1")
    assert marker.stored() == [([1, 2, 4], "VID")]
    marker.press("g", " ", "2")  # the next verb alone
    assert marker.stored() == [([1, 2, 4], "VID"), ([7], "LVC.full")]
    marker.press("x")  # on second thoughts, no expression
    assert marker.stored()[1] == ([7], "NotMWE")
    marker.press("Backspace", "Enter")
    expect(marker.page).not_to_have_url(f"/expressions/mark/{marker.assignment.pk}/")
    marker.assignment.refresh_from_db()
    assert marker.assignment.state == Assignment.State.SUBMITTED
    assert marker.assignment.submissions.get().reading["marks"] == [
        {"words": [1, 2, 4], "category": "VID", "confidence": None, "comment": ""}
    ]


def test_fingers_alone_suffice(open_window: OpenWindow) -> None:
    marker = open_passage(open_window, width=390, has_touch=True)
    marker.tap("rained", "dogs")
    marker.page.get_by_role("button", name="VID").first.tap()
    assert marker.stored() == [([1, 4], "VID")]
    dock = marker.page.locator("#dock").bounding_box()
    size = marker.page.viewport_size
    assert dock is not None and size is not None and dock["y"] + dock["height"] <= size["height"] + 1
    marker.page.get_by_role("button", name="Submit and next").tap()
    expect(marker.page).not_to_have_url(f"/expressions/mark/{marker.assignment.pk}/")


def test_words_of_an_expression_are_changed_and_it_keeps_its_comment(open_window: OpenWindow) -> None:
    marker = open_passage(open_window)
    marker.click("rained", "cats")
    marker.press("1", "c")
    marker.page.keyboard.type("or with dogs?")
    marker.press("Enter", "e")
    marker.click("dogs")
    marker.press("1")
    assert marker.stored() == [([1, 2, 4], "VID")]
    assert Mark.objects.get(assignment=marker.assignment).comment == "or with dogs?"


def test_an_expression_across_sentences_is_refused_before_it_is_sent(open_window: OpenWindow) -> None:
    marker = open_passage(open_window)
    marker.click("dogs", "took")
    marker.press("1")
    expect(marker.page.locator("#fault")).to_have_text("The words of an expression are in one sentence.")
    marker.press("Escape")
    assert marker.page.locator("#marks li").count() == 0


def test_without_a_script_marks_are_written_as_numbers(open_window: OpenWindow) -> None:
    project = make_passage_project(text=write_cupt(TEXT, documents=False))
    annotator = make_member(project)
    window = open_window(annotator.user, has_scripts=False)
    window.expect_complaint("400")
    page = window.page
    assignment = lease(annotator)
    page.goto(f"/expressions/mark/{assignment.pk}/")
    page.get_by_label("Expressions, one per line").fill("two, three")
    page.get_by_role("button", name="Submit and next").click()
    expect(page.locator(".by-numbers .error")).to_contain_text("“two, three” is not a mark.")
    page.get_by_label("Expressions, one per line").fill("2 3 5 VID ! # surely")
    page.get_by_role("button", name="Submit and next").click()
    mark = Mark.objects.get(assignment=assignment)
    assert (mark.words, mark.confidence, mark.comment) == ([1, 2, 4], 3, "surely")
