"""Marking error spans in the browser, as the tests of it do."""

from typing import Any

from playwright.sync_api import Locator, Page, expect

from annotation_site.assignments.models import Assignment
from annotation_site.assignments.queries import describe_state
from annotation_site.projects.models import Membership
from tests.browser.conftest import OpenWindow
from tests.evaluation.judgements import lease_judgement, make_evaluation_project, make_round
from tests.evaluation.translated import make_test_set
from tests.factories import make_member

TABLE = (
    "source\tspans\tlabel\tone\tother\n"
    "They broke the ice at last.\t[(5, 18)]\tbreak the ice\tHanno rotto il ghiaccio.\tHanno spaccato il gelo, infine.\n"
)
COLUMNS = {name: name for name in ("source", "spans", "label")}


def make_judge(method: str = "esa", **settings: Any) -> Membership:
    project = make_evaluation_project()
    test_set = make_test_set(project, TABLE, COLUMNS, ["one", "other"])
    return make_member(make_round(project, test_set, method=method, **settings).project)


def open_marking(page: Page, assignment: Assignment) -> None:
    page.goto(f"/evaluation/judge/{assignment.pk}/")
    expect(page.locator("html[data-judging=ready]")).to_be_attached()


def start_marking(open_window: OpenWindow, judge: Membership, **look: object) -> tuple[Page, Assignment]:
    page, assignment = open_window(judge.user, **look).page, lease_judgement(judge)
    open_marking(page, assignment)
    return page, assignment


def state_of(assignment: Assignment) -> dict[str, Any]:
    return describe_state(Assignment.objects.get(pk=assignment.pk))


def words_of(assignment: Assignment) -> list[list[tuple[str, str, str]]]:
    """Return the marked words of each translation shown, with category and severity."""
    state = state_of(assignment)
    texts = [{"target": output, "source": state["source"]["text"]} for output in state["outputs"]]
    return [
        [(text[each["side"]][each["start"] : each["end"]], each["category"], each["severity"]) for each in spans]
        for text, spans in zip(texts, state["spans"], strict=True)
    ]


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.keyboard.press(key)


def point_at(page: Page, text: Locator, place: int) -> tuple[float, float]:
    """Return the middle of a character of a text, by its place in UTF-16."""
    x, y = text.evaluate(
        """(element, place) => {
            const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            let node = walker.nextNode();
            while (place >= node.length) { place -= node.length; node = walker.nextNode(); }
            const range = document.createRange();
            range.setStart(node, place);
            range.setEnd(node, place + 1);
            const { left, right, top, bottom } = range.getBoundingClientRect();
            return [(left + right) / 2, (top + bottom) / 2];
        }""",
        place,
    )
    return x, y


def drag(page: Page, text: Locator, first: int, last: int) -> None:
    page.mouse.move(*point_at(page, text, first))
    page.mouse.down()
    page.mouse.move(*point_at(page, text, last), steps=5)
    page.mouse.up()


def choose(page: Page, name: str) -> None:
    page.locator("#dock").get_by_role("button", name=name, exact=True).click()
