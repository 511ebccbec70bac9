"""The editor on a phone: the answers stand at the thumb, the header is one line, and no key is named."""

import pytest
from playwright.sync_api import Page, expect

from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Membership
from tests.browser.acts.annotating import Desk
from tests.browser.conftest import OpenWindow
from tests.browser.windows import expect_away, find_violations, measure_overflow
from tests.factories import draw, lease, make_member, make_pair, make_project, make_user, submit

pytestmark = pytest.mark.browser
HEIGHT = 844
LONG_NAME = "Donaudampfschifffahrtsgesellschaftsübersetzungen, zweite Durchsicht"

# What a finger at the middle of a control meets, and how high it is.
MEASURE = """(names) => names.map((name) => {
    const control = document.querySelector(name), box = control.getBoundingClientRect();
    const met = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return {name, height: box.height, left: box.left, top: Math.round(box.top), isMet: control.contains(met)};
})"""
KEYS_SHOWN = """() => [...document.querySelectorAll("kbd, .key-sign, .keys, .hint")]
    .filter((each) => each.checkVisibility()).map((each) => each.textContent.trim())"""
HEADER = """() => {
    const header = document.querySelector(".site-header"), box = header.getBoundingClientRect();
    const shown = [...header.querySelectorAll("a, button, li, span")].filter((each) => each.checkVisibility() &&
        !each.closest(".site-menu") && getComputedStyle(each).position !== "absolute");
    const outside = shown.filter((each) => {
        const at = each.getBoundingClientRect();
        return at.top < box.top - 1 || at.bottom > box.bottom + 1 || at.right > innerWidth || at.left < 0;
    });
    return [box.height, outside.map((each) => each.textContent.trim())];
}"""


@pytest.fixture
def phone(open_window: OpenWindow, annotator: Membership) -> Page:
    page = open_window(annotator.user, width=390, has_touch=True).page
    page.set_viewport_size({"width": 390, "height": HEIGHT})
    return page


def test_a_pair_is_aligned_and_submitted_with_the_four_buttons_at_the_thumb(
    phone: Page, annotator: Membership, assignment: Assignment
) -> None:
    phone.goto(f"/alignment/annotate/{assignment.pk}/")
    expect(phone.locator("html[data-editor=ready]")).to_be_attached()
    names = ["[data-action=sure]", "[data-action=possible]", "[data-action=mark]", "#submit"]
    bar = phone.evaluate(MEASURE, names)
    assert all(each["height"] >= 44 and each["isMet"] for each in bar), bar
    assert len({each["top"] for each in bar}) == 1
    assert sorted(bar, key=lambda each: each["left"]) == bar
    # In the lowest part of the screen, where the thumb is.
    assert min(each["top"] for each in bar) > HEIGHT - 80
    assert phone.evaluate(KEYS_SHOWN) == []
    assert measure_overflow(phone) == 0
    assert not find_violations(phone)
    tap = {side: phone.locator(f"#{side}-words .word") for side in ("source", "target")}
    for index in range(3):
        tap["source"].nth(index).tap()
        tap["target"].nth(index).tap()
        phone.get_by_role("button", name="Possible" if index else "Sure", exact=True).tap()
    for side in ("source", "target"):
        tap[side].nth(3).tap()
        phone.get_by_role("button", name="None", exact=True).tap()
    before = phone.url
    phone.get_by_role("button", name="Submit", exact=True).tap()
    expect_away(phone, before)
    assignment.refresh_from_db()
    assert assignment.state == Assignment.State.SUBMITTED
    assert sorted(assignment.links.values_list("source_index", "target_index", "label")) == [
        (0, 0, "S"),
        (1, 1, "P"),
        (2, 2, "P"),
    ]


def test_the_header_is_one_line_on_every_page_and_reaches_everything(open_window: OpenWindow) -> None:
    owner = make_user(can_create_projects=True, language="de")
    project = make_project(owner, name=LONG_NAME)
    pair = make_pair(project, "a very black cat", "un gatto molto nero")
    for links in ("0-0S", "0-0P"):
        submit(draw(lease(make_member(project)), links))
    make_pair(project, "a very black cat", "un gatto molto nero")
    reading = lease(make_member(project, user=owner))
    page = open_window(owner, width=390, has_touch=True).page
    visited = [
        "/",
        project.get_absolute_url(),
        f"/projects/{project.slug}/members/",
        f"/alignment/{project.slug}/adjudication/{pair.number}/",
        f"/alignment/annotate/{reading.pk}/",
        "/account/",
    ]
    faults = []
    for address in visited:
        page.goto(address)
        height, outside = page.evaluate(HEADER)
        if height > 52 or outside or measure_overflow(page):
            faults.append(f"{address}: {height} px, {outside}")
    assert not faults, "\n".join(faults)
    page.goto("/")
    menu = page.locator("#site-menu")
    expect(menu).to_be_hidden()
    page.get_by_role("button", name="Menü").tap()
    expect(menu).to_be_visible()
    assert not find_violations(page)
    heights = menu.locator("a, button").evaluate_all("all => all.map((each) => each.getBoundingClientRect().height)")
    assert len(heights) == 3
    assert min(heights) >= 44
    menu.get_by_role("button").tap()
    expect_away(page, "/")
    assert not page.context.cookies() or "sessionid" not in {each["name"] for each in page.context.cookies()}


def test_the_menu_opens_without_scripts(open_window: OpenWindow) -> None:
    page = open_window(make_user(), width=390, has_scripts=False).page
    page.goto("/")
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("link", name="Search", exact=True).click()
    expect(page.get_by_role("heading", name="Search")).to_be_visible()


@pytest.mark.parametrize("width", [1280, 820, 390])
def test_no_full_stop_stands_alone_on_a_line(open_window: OpenWindow, width: int) -> None:
    project = make_project()
    # One word more each time, so that the stop meets the end of the line in some of them.
    for length in range(6, 18):
        make_pair(project, " ".join(["night"] * length + ["."]), " ".join(["notte"] * length + [".", "”"]))
    annotator = make_member(project)
    page = open_window(annotator.user, width=width).page
    alone = """() => [...document.querySelectorAll(".words")].map((words) => {
        const tops = [...words.querySelectorAll(".word")].map((word) => Math.round(word.getBoundingClientRect().top));
        const texts = [...words.querySelectorAll(".word")].map((word) => word.textContent);
        return texts.filter((_, index) => tops[index] === tops.at(-1)).join(" ");
    }).filter((line) => !/\\w/.test(line))"""
    for _ in range(12):
        desk = Desk(open_window(annotator.user, width=width), page).open(lease(annotator))
        assert desk.page.evaluate(alone) == []
