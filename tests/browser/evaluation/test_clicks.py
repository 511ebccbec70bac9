"""Clicks that a tutorial of error spans takes: eight sentences like those of Pearmut's, which take 23 there."""

from itertools import groupby

import pytest
from playwright.sync_api import Page, expect

from evaluation.judging.models import MarkedSpan
from tests.browser.conftest import OpenWindow
from tests.browser.evaluation.marking import choose, drag, open_marking, point_at, press
from tests.browser.windows import expect_saved
from tests.evaluation.judgements import lease_judgement, make_evaluation_project, make_round
from tests.evaluation.translated import make_test_set
from tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
# The translation, its source, the wrong words with their severity, the word left out, and the score.
SENTENCES = {
    "The train is punctual.": ("Der Zug ist pünktlich.", "", "", "", 100),
    "The bus is punctual.": ("Der Zug kam pünktlich.", "bus", "Minor", "", 80),
    "The train never came.": ("Der Zug kam doch noch.", "never came", "Major", "", 15),
    "Although it rained, they were not wet.": ("Trotz Regen wurden sie nicht nass.", "", "", "", 85),
    "The was early today.": ("Der Zug war heute früh da.", "", "Major", "Zug", 10),
    "We waited for the train.": ("Wir warteten auf den Zug.", "", "", "", 100),
    "The moon is bright tonight.": ("Der Mond ist heute hell.", "", "", "", 97),
    "The cup is under the chair.": ("Die Tasse steht auf dem Tisch.", "under the chair", "Major", "", 10),
}
PEARMUT = 23
# By mouse alone three spans, an omission, eight scores and eight submissions, and each severity that is taken in hand.
ALONE = 3 + 1 + 8 + 8
# Counted in the page, so that a drag is one, and kept from page to page.
COUNT = (
    "addEventListener('pointerdown', () => { sessionStorage.clicks = 1 + Number(sessionStorage.clicks ?? 0); }, true);"
)


def judge_by_mouse(page: Page, output: str) -> None:
    """Mark, score and submit with the mouse alone; a severity is taken in hand where the next error has it, too."""
    _, wrong, severity, missing, score = SENTENCES[output]
    if severity and not page.get_by_text(f"“{severity}” is in hand").count():
        choose(page, severity)
    if wrong:
        drag_over(page, output, wrong)
    if missing:
        click_source(page, missing)
    slider = page.locator("input[type=range]")
    box = slider.bounding_box()
    assert box is not None
    slider.click(position={"x": min(box["width"] - 2, max(2, box["width"] * score / 100)), "y": box["height"] / 2})
    expect_saved(page)
    page.locator("#submit").click()


def judge_by_both(page: Page, output: str) -> None:
    """Choose the words with the mouse; mark, score and submit by keys."""
    _, wrong, severity, missing, score = SENTENCES[output]
    if wrong:
        drag_over(page, output, wrong)
        press(page, {"Minor": "1", "Major": "2"}[severity])
    if missing:
        click_source(page, missing)
        press(page, "o", "2")
    press(page, "Enter")
    page.keyboard.type(str(score))
    expect_saved(page)
    press(page, "Enter")


def count_changes(outputs: list[str]) -> int:
    """Return how often a severity is taken in hand, if sentences come in this order."""
    severities = [severity for output in outputs if (severity := SENTENCES[output][2])]
    return len(list(groupby(severities)))


def drag_over(page: Page, output: str, wrong: str) -> None:
    first = output.index(wrong)
    drag(page, page.locator("fieldset .output"), first + 1, first + len(wrong) - 2)


def click_source(page: Page, word: str) -> None:
    source = page.locator("#source")
    page.mouse.click(*point_at(page, source, source.inner_text().index(word) + 1))


def test_the_tutorial_takes_as_many_clicks_as_told(open_window: OpenWindow, transactional_db: None) -> None:
    project = make_evaluation_project(source_language="de", target_language="en")
    table = "source\tone\n" + "".join(f"{source}\t{output}\n" for output, (source, *_) in SENTENCES.items())
    test_set = make_test_set(project, table, {"source": "source"}, ["one"])
    make_round(project, test_set, method="esa", scope="segment")
    assert ALONE + count_changes(list(SENTENCES)) < PEARMUT
    for judge in (judge_by_mouse, judge_by_both):
        person = make_member(project)
        window = open_window(person.user)
        window.context.add_init_script(COUNT)
        page = window.page
        assignment = lease_judgement(person)
        open_marking(page, assignment)
        shown: list[str] = []
        for _ in SENTENCES:
            expect(page.locator("html[data-judging=ready]")).to_be_attached()
            output = page.locator("fieldset .output").inner_text()
            shown.append(output)
            judge(page, output)
            expect(page.get_by_text(output, exact=True)).to_have_count(0)
        clicks = ALONE + count_changes(shown) if judge is judge_by_mouse else 3 + 1
        assert page.evaluate("Number(sessionStorage.clicks)") == clicks
        marked = MarkedSpan.objects.filter(assignment__annotator=person).values_list("category", "severity")
        assert sorted(marked) == [("Error", "major")] * 2 + [("Error", "minor"), ("Omission", "major")]
