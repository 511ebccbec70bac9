"""Eight tasks that people come for, each on the demo from the page after signing in, in at most the clicks that
docs/developing/tasks.md allows. The numbers were set before the tasks were tried.
"""

import re
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from alignment.demo.services import load_demo
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.assignments import skip_assignment
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.projects.demo import PEOPLE
from annotation_site.projects.models import Membership, Project
from evaluation.demo.services import load_translation_demo
from tests.browser.conftest import OpenWindow
from tests.browser.windows import ROOT, expect_at
from tests.factories import PASSWORD

pytestmark = pytest.mark.browser
ROW = re.compile(r"^\| ([^|]+) \| (?:annotator|manager|adjudicator) \| (\d+) \|", re.MULTILINE)
ALLOWED = {
    task: int(number) for task, number in ROW.findall((ROOT / "docs/developing/tasks.md").read_text(encoding="utf-8"))
}
# Kept from page to page: each press of the mouse or finger, and of a key that acts instead of typing.
COUNT = """(() => {
    const count = () => { sessionStorage.clicks = 1 + Number(sessionStorage.clicks ?? 0); };
    addEventListener("pointerdown", count, true);
    addEventListener("keydown", (event) => {
        const isTyped = event.target.matches("input, textarea") && event.key !== "Enter";
        if (!isTyped && !["Shift", "Control"].includes(event.key)) count();
    }, true);
})()"""
Begin = Callable[..., Page]


@pytest.fixture
def demo(transactional_db: None, files_folder: Path) -> Project:
    return load_demo(dict.fromkeys(PEOPLE, PASSWORD))


@pytest.fixture
def begin(open_window: OpenWindow) -> Begin:
    """Open the page after signing in, with clicks counted from now on."""

    def open_start(part: str, **look: object) -> Page:
        person = Membership.objects.filter(user__email=PEOPLE[part][1]).select_related("user")[0].user
        page = open_window(person, **look).page
        page.add_init_script(COUNT)
        page.goto("/")
        return page

    return open_start


def expect_done(page: Page, task: str) -> None:
    taken = page.evaluate("Number(sessionStorage.clicks ?? 0)")
    assert 0 < taken <= ALLOWED[task], f"{task}: {taken} clicks, {ALLOWED[task]} are allowed"


def open_group(page: Page, group: str) -> None:
    page.get_by_role("navigation", name="Project", exact=True).get_by_role("link", name=group).click()


def test_first_own_pair_on_the_screen(begin: Begin, demo: Project) -> None:
    page = begin("annotator A")
    page.get_by_role("button", name=re.compile(f"annotating.*{demo.name}", re.DOTALL)).click()
    expect(page.locator("html[data-editor=ready]")).to_be_attached()
    expect(page.locator("#source-words .word").first).to_be_visible()
    expect_done(page, "first own pair on the screen")


def test_invite_three_people(begin: Begin, demo: Project) -> None:
    page = begin("manager")
    page.get_by_role("link", name=demo.name, exact=True).click()
    open_group(page, "People")
    page.locator("textarea[name=addresses]").fill("carla@example.org\ndario@example.org\nelena@example.org")
    page.get_by_role("button", name="Invite people").click()
    for name in ("carla", "dario", "elena"):
        expect(page.get_by_role("main")).to_contain_text(f"{name}@example.org")
    addresses = demo.invitations.values_list("address", flat=True)
    assert {"carla@example.org", "dario@example.org", "elena@example.org"} <= set(addresses)
    expect_done(page, "invite three people")


def test_see_agreement_and_what_to_do(begin: Begin, demo: Project) -> None:
    page = begin("manager")
    page.get_by_role("link", name=demo.name, exact=True).click()
    open_group(page, "Agreement")
    # In the window, without scrolling: the figure in a sentence, and a way on.
    answer = page.get_by_text(re.compile(r"\d\d\.\d.% of their links in common"))
    expect(answer).to_be_in_viewport()
    expect(page.get_by_text(re.compile(r"^Next:"))).to_be_in_viewport()
    expect(page.get_by_role("main").get_by_role("link", name=re.compile("disputed pairs"))).to_be_in_viewport()
    expect_done(page, "see agreement, and what to do")


def test_settle_the_worst_pair(begin: Begin, demo: Project) -> None:
    page = begin("adjudicator")
    page.get_by_role("link", name=re.compile(f"Adjudicate.*{demo.name}", re.DOTALL)).click()
    page.get_by_role("link", name="Start with the most disputed pair").click()
    expect_at(page, re.compile(r"/adjudication/\d+/$"))
    number = int(page.url.rstrip("/").rpartition("/")[2])
    expect(page.locator("html[data-adjudication=ready]")).to_be_attached()
    page.keyboard.press("Shift+A")
    page.get_by_role("dialog").wait_for()
    page.keyboard.press("Enter")  # every link as A has it, and on to the next pair
    expect_at(page, re.compile(rf"/adjudication/(?!{number}/)"))
    assert Item.objects.get(project=demo, number=number).state == Item.State.ADJUDICATED
    expect_done(page, "settle the worst pair")


def test_find_why_a_system_lost(begin: Begin, transactional_db: None, files_folder: Path) -> None:
    project = load_translation_demo(dict.fromkeys(PEOPLE, PASSWORD))
    page = begin("manager")
    page.get_by_role("link", name=project.name, exact=True).click()
    open_group(page, "Results")
    page.get_by_role("link", name="Compare two systems").click()
    expect(page.get_by_role("main")).to_contain_text("Word for word")
    page.locator("table").last.get_by_role("link").first.click()
    expect_at(page, re.compile(r"/segments/\d+/"))
    expect(page.get_by_role("main")).to_contain_text("Score_mwe")
    expect_done(page, "find why a system lost")


def test_release(begin: Begin, demo: Project, worker: None) -> None:
    page = begin("manager")
    page.get_by_role("link", name=demo.name, exact=True).click()
    page.get_by_role("main").get_by_role("link", name="Create a release").click()
    page.get_by_role("button", name="Create release").click()
    page.get_by_role("link", name="Show release").click()
    expect(page.get_by_role("link", name="Download").first).to_be_visible()
    expect_done(page, "release")


def test_resume_a_skipped_item_on_a_phone(begin: Begin, demo: Project) -> None:
    annotator = demo.memberships.get(user__email=PEOPLE["annotator A"][1], role="annotator")
    skipped = lease_next(user=annotator.user, project=demo)
    assert skipped is not None
    known = {"user": annotator.user, "assignment_id": skipped.pk, "version": skipped.version}
    skip_assignment(**known, operation_id=uuid4(), reason="Ask Marta first")
    page = begin("annotator A", width=390, has_touch=True)
    page.set_viewport_size({"width": 390, "height": 844})
    page.get_by_role("link", name=demo.name, exact=True).tap()
    open_group(page, "My work")
    page.get_by_role("button", name="Resume").first.tap()
    expect(page.locator("html[data-editor=ready]")).to_be_attached()
    assert Assignment.objects.get(pk=skipped.pk).state == Assignment.State.IN_PROGRESS
    expect_done(page, "resume a skipped item on a phone (390 px)")


def test_change_a_guideline(begin: Begin, demo: Project) -> None:
    page = begin("manager")
    page.get_by_role("link", name=demo.name, exact=True).click()
    open_group(page, "Annotate")
    page.get_by_role("link", name="Write new version").click()
    text = page.locator("textarea[name=text]")
    text.fill(f"{text.input_value()}\n\nA proper name is linked as one unit.")
    page.get_by_role("button", name="Publish version").click()
    expect(page.get_by_role("main")).to_contain_text("A proper name is linked as one unit.")
    expect_done(page, "change a guideline")


def test_every_task_has_its_number() -> None:
    assert len(ALLOWED) == 8
    assert all(1 <= number <= 6 for number in ALLOWED.values())
