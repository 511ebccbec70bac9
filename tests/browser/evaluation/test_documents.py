"""Judging by document in a real browser: three judges, what stands around, and segments of a thousand words."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from annotation_site.projects.models import Membership
from evaluation.correlation.queries.human_scores import find_judging_round_report
from evaluation.judging.models import JudgingRound
from tests.browser.conftest import OpenWindow
from tests.browser.evaluation.marking import open_marking, press, start_marking, words_of
from tests.browser.windows import expect_away, expect_saved, find_violations, measure_overflow
from tests.evaluation.judgements import lease_judgement, make_evaluation_project, make_round
from tests.evaluation.translated import make_test_set
from tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
COLUMNS = {"source": "source", "document": "document"}
SENTENCES = ("It began to rain.", "We ran to the old house.", "Nobody was at home.", "So we waited outside.")
OUTPUTS = ("Cominciò a piovere.", "Corremmo alla vecchia casa.", "Non c'era nessuno.", "Così aspettammo fuori.")


@pytest.fixture
def opened(transactional_db: None, files_folder: object) -> JudgingRound:
    project = make_evaluation_project()
    rows = [f"walk\t{source}\t{output}\tAltro: {output}" for source, output in zip(SENTENCES, OUTPUTS, strict=True)]
    table = "\n".join(["document\tsource\tone\tother", *rows]) + "\n"
    test_set = make_test_set(project, table, COLUMNS, ["one", "other"])
    return make_round(project, test_set, method="esa", scope="segment", required_count=3)


def submit_scores(page: Page, score: int) -> None:
    for field in page.locator("input[type=number]").all():
        field.fill(str(score))
    expect_saved(page)
    before = page.url
    page.locator("#submit").click()
    expect_away(page, re.compile(re.escape(before) + "$"))


def expect_read(box: Locator, least: float, most: float) -> None:
    """Wait until the box of the source is scrolled to such a share of its text."""
    for _ in range(100):
        share = box.evaluate("(box) => box.scrollTop / (box.scrollHeight - box.clientHeight)")
        if least <= share <= most:
            return
        box.page.wait_for_timeout(50)
    pytest.fail(f"The source is scrolled to {share:.2f}, not to between {least} and {most}.")


def test_three_judges_take_the_document_in_its_order(open_window: OpenWindow, opened: JudgingRound) -> None:
    for number, score in enumerate((80, 90, 100)):
        judge: Membership = make_member(opened.project)
        page, first = start_marking(open_window, judge, width=(1280, 820, 390)[number])
        for position, source in enumerate(SENTENCES, 1):
            expect(page.get_by_text(f"Document “walk”, segment {position} of 4")).to_be_visible()
            expect(page.locator("#source")).to_have_text(source)
            question = page.locator("fieldset.question").first
            texts = question.locator(".neighbours p")
            expect(texts).to_have_count(2 * 3)
            around = [sentence for sentence in SENTENCES if sentence != source]
            assert texts.all_inner_texts()[::2] == around
            assert measure_overflow(page) <= 0
            if position == 1:
                assert find_violations(page) == []
            if position < len(SENTENCES):
                submit_scores(page, score)
                expect(page.locator("html[data-judging=ready]")).to_be_attached()
        assert words_of(first) == [[], []]
        submit_scores(page, score)
    report = find_judging_round_report(opened)
    assert {row.system: row.mean for row in report.systems} == {"one": 90, "other": 90}


def test_neighbours_of_a_wide_page_stand_side_by_side(open_window: OpenWindow, opened: JudgingRound) -> None:
    page, _ = start_marking(open_window, make_member(opened.project), width=1280)
    texts = page.locator("fieldset.question").first.locator(".neighbours p")
    tops = texts.evaluate_all("(all) => all.map((each) => Math.round(each.getBoundingClientRect().top))")
    assert tops[::2] == tops[1::2], "a sentence stands beside what became of it"
    assert texts.nth(1).inner_text() in {OUTPUTS[1], f"Altro: {OUTPUTS[1]}"}


def test_segments_of_a_thousand_words_are_marked_and_read_together(
    open_window: OpenWindow, transactional_db: None, files_folder: object
) -> None:
    project = make_evaluation_project()
    source, output = (" ".join(f"{word}{n}" for n in range(1000)) + "." for word in ("source", "parola"))
    table = f"document\tsource\tone\nlong\t{source}\t{output}\nlong\t{source}\t{output}\n"
    test_set = make_test_set(project, table, COLUMNS, ["one"])
    judge = make_member(make_round(project, test_set, method="esa", scope="segment").project)
    window, assignment = open_window(judge.user, width=1280), lease_judgement(judge)
    page = window.page
    open_marking(page, assignment)
    box = page.locator("#source")
    assert box.evaluate("(box) => box.scrollHeight > box.clientHeight")
    assert measure_overflow(page) <= 0
    text = page.locator("fieldset .output")
    text.focus()
    press(page, "ArrowRight", "ArrowRight", "1")
    expect_saved(page)
    assert words_of(assignment) == [[("parola2", "Error", "minor")]]
    page.mouse.move(640, 600)
    page.mouse.wheel(0, 6000)
    expect_read(box, 0.9, 1)
    page.mouse.wheel(0, -12000)
    expect_read(box, 0, 0.1)
    box.hover()
    page.mouse.wheel(0, box.evaluate("(box) => box.scrollHeight") / 2)
    expect_read(box, 0.3, 1)
    assert text.evaluate("(text) => text.getBoundingClientRect().top") < 0, "the translation follows the source"
    submit_scores(page, 90)
