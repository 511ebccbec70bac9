"""An adjudicator at work: by keyboard alone and by mouse alone, with links of their own, lists, and bulk accept."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from alignment.adjudication.models import Acceptance, LinkDecision
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Comment, Item
from annotation_site.projects.models import Project, Role
from tests.browser.conftest import OpenWindow
from tests.browser.windows import expect_at, find_violations, measure_overflow
from tests.factories import draw, lease, make_member, make_pair, make_project, submit

pytestmark = pytest.mark.browser
SOURCE = "the old man kicked the bucket last night"
TARGET = "il vecchio ha tirato le cuoia ieri sera"
READINGS = (
    {1: "1-1S 2-1P 3-3S 3-4S 5-5S 6-6S", 2: "1-1S 2-1S 6-6S", 3: "1-1S 2-1S 6-6S"},
    {1: "1-1S 2-1S 3-3S 6-6S", 2: "1-1S 2-1S 6-7S", 3: "1-1S 2-1S 6-6S"},
)


def start() -> tuple[Project, User]:
    """Pair 1 is disputed in several words, pair 2 on “last”; all agree on pair 3. “bucket” and “last” are asked."""
    project = make_project()
    for _ in range(3):
        make_pair(project, SOURCE, TARGET, source_target_words=[5, 6])
    for own in READINGS:
        annotator = make_member(project)
        for _ in range(3):
            assignment = lease(annotator)
            submit(draw(assignment, own[assignment.item.number]))
    return project, make_member(project, Role.ADJUDICATOR).user


def decided(project: Project, number: int = 1) -> dict[str, str]:
    rows = LinkDecision.objects.filter(item__project=project, item__number=number)
    return {f"{row.source_index}-{row.target_index}": row.decision for row in rows}


def expect_adjudicated(page: Page) -> None:
    expect(page.locator("#pair[data-state=adjudicated]")).to_be_attached()


def cell(page: Page, name: str) -> Locator:
    return page.locator(f"#own-links [name='cell:{name}']")


def test_a_pair_is_decided_by_keyboard_alone_with_own_links(open_window: OpenWindow) -> None:
    project, judge = start()
    page = open_window(judge).page
    page.goto(f"/alignment/{project.slug}/adjudication/1/")
    page.keyboard.press("s")  # the first card: man – vecchio
    expect(page.locator(".dispute[data-done]")).to_have_count(1)
    # The second one is linked: kicked – tirato, and two words more, which nobody linked.
    page.keyboard.press("d")
    expect(cell(page, "3-3")).to_be_focused()
    for key in ("s", "ArrowRight", "p"):
        page.keyboard.press(key)
    page.locator("[name=add_source]").focus()
    page.keyboard.type("the (2)")
    page.keyboard.press("Enter")
    expect(cell(page, "4-3")).to_be_focused()
    page.keyboard.press("p")
    page.keyboard.press("ArrowUp")
    expect(cell(page, "3-3")).to_have_value("S")
    page.keyboard.press("Enter")
    expect(page.locator("#own-links")).to_have_count(0)
    expect(page.locator(".dispute[data-done]")).to_have_count(2)
    assert decided(project) == {"2-1": "S", "3-4": "P", "4-3": "P"}
    expect(page.locator(".outcome").nth(1)).to_have_text("Own links: 2 Possible")
    # The last one: no link; then all is decided, and Enter leads on.
    page.keyboard.press("n")
    expect_adjudicated(page)
    page.keyboard.press("u")
    expect(page.locator("#pair[data-state=annotated]")).to_be_attached()
    page.keyboard.press("a")
    expect_adjudicated(page)
    page.keyboard.press("Enter")
    expect_at(page, re.compile("/adjudication/2/$"))
    page.keyboard.press("[")
    expect_at(page, re.compile("/adjudication/1/$"))


def test_a_pair_is_decided_by_mouse_alone_with_links_that_nobody_drew(open_window: OpenWindow) -> None:
    project, judge = start()
    page = open_window(judge).page
    page.goto(f"/alignment/{project.slug}/adjudication/1/")
    card = page.locator(".dispute").nth(0)
    card.get_by_role("button", name="Possible", exact=True).first.click()
    expect(page.locator(".dispute[data-done]")).to_have_count(1)
    page.locator(".dispute").nth(1).get_by_role("link", name="draw links").click()
    expect(page.locator("#own-links")).to_be_visible()
    page.locator("#source-words .word").nth(4).click()
    cell(page, "4-4").click()
    expect(cell(page, "4-4")).to_have_value("S")
    cell(page, "4-4").click()
    expect(cell(page, "4-4")).to_have_value("P")
    cell(page, "3-3").click()
    # Another card is decided meanwhile: own links stay as they are.
    page.locator(".dispute").nth(2).get_by_role("button", name="A’s reading").click()
    expect(page.locator(".dispute[data-done]")).to_have_count(2)
    expect(cell(page, "4-4")).to_have_value("P")
    page.locator("#own-links").get_by_label("Reason (optional)").fill("the article belongs to it")
    page.get_by_role("button", name="Save links").click()
    expect_adjudicated(page)
    # Links of words that are on no card.
    page.get_by_role("link", name="link elsewhere").click()
    expect(page.locator("#own-links")).to_be_visible()
    with page.expect_response(lambda answer: answer.request.method == "POST"):
        page.locator("#source-words .word").nth(7).click()
    expect(page.locator("#own-links [name=add_source]")).to_have_value("7")
    page.locator("#target-words .word").nth(7).click()
    cell(page, "7-7").click()
    page.get_by_role("button", name="Save links").click()
    expect(page.locator(".dispute[data-done]")).to_have_count(4)
    expect(page.get_by_text("Own links: 1 Sure").first).to_be_visible()
    made = decided(project)
    assert made == {"2-1": "P", "3-3": "P", "3-4": "none", "4-4": "P", "5-5": "S", "7-7": "S"}
    assert LinkDecision.objects.get(item__project=project, source_index=4).note == "the article belongs to it"
    page.get_by_text("Decision history").click()
    expect(page.locator(".history li")).to_have_count(4)
    page.get_by_role("button", name=re.compile("undo")).click()
    expect(page.locator(".dispute[data-done]")).to_have_count(3)
    assert "7-7" not in decided(project)


def test_own_links_need_no_script(open_window: OpenWindow) -> None:
    project, judge = start()
    page = open_window(judge, has_scripts=False).page
    page.goto(f"/alignment/{project.slug}/adjudication/2/")
    page.get_by_role("link", name="draw links").first.click()
    cell(page, "6-6").select_option("P")
    page.locator("[name=add_source]").select_option("7")
    page.get_by_role("button", name="Add").click()
    expect(cell(page, "6-6")).to_have_value("P")
    cell(page, "7-7").select_option("S")
    page.get_by_role("button", name="Save links").click()
    expect(page.locator("#own-links")).to_have_count(0)
    assert decided(project, 2) == {"6-6": "P", "6-7": "none", "7-7": "S"}


def test_a_note_stays_with_the_link_or_the_card_for_which_it_was_written(open_window: OpenWindow) -> None:
    project = make_project()
    make_pair(project, SOURCE, TARGET)
    for links in ("1-1S 3-3S 3-4P 5-5S 6-6S", "1-1S 6-6P"):
        submit(draw(lease(make_member(project)), links))
    page = open_window(make_member(project, Role.ADJUDICATOR).user).page
    page.goto(f"/alignment/{project.slug}/adjudication/1/")
    expect(page.locator("html[data-adjudication=ready]")).to_be_attached()
    for key in ("ArrowRight", "w", *"why", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#row-3-3")).to_be_focused()
    page.keyboard.press("s")
    page.keyboard.press("p")
    expect(page.locator(".dispute[data-done]")).to_have_count(1)
    # The reason of own links goes with their card: another card begins without one.
    page.locator("#card-5-5").focus()
    page.keyboard.press("d")
    page.locator("#own-links").get_by_label("Reason (optional)").fill("not sent")
    page.locator("#card-6-6").focus()
    page.keyboard.press("d")
    expect(cell(page, "6-6")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".dispute[data-done]")).to_have_count(2)
    rows = LinkDecision.objects.filter(item__project=project, item__number=1)
    notes = {f"{row.source_index}-{row.target_index}": row.note for row in rows}
    assert notes == {"3-3": "why", "3-4": "", "6-6": ""}
    # Decided again as a whole, a card of links with different notes begins without one, too.
    expect(page.locator("[name='note:3-3']")).to_have_value("")
    expect(page.locator("[name='note:row-3-3']")).to_have_value("why")


def test_a_reason_is_written_about_the_last_decision(open_window: OpenWindow) -> None:
    project, judge = start()
    page = open_window(judge).page
    page.goto(f"/alignment/{project.slug}/adjudication/1/")
    page.keyboard.press("s")
    expect(page.locator(".dispute[data-done]")).to_have_count(1)
    for key in ("w", *"an idiom"):
        page.keyboard.press(key)
    edges = (
        """() => [".dispute", ".save-note"].map((each) => document.querySelector(each).getBoundingClientRect().right)"""
    )
    row, save = page.evaluate(edges)
    assert save <= row
    page.keyboard.press("Enter")
    expect(page.locator("[name='note:2-1']")).to_have_attribute("value", "an idiom")
    expect(page.locator(".dispute").nth(1)).to_be_focused()
    made = LinkDecision.objects.filter(item__project=project, item__number=1)
    assert [(each.decision, each.note) for each in made] == [("S", "an idiom")]
    # It is a step of its own: the first undoing takes it back, the second one the decision.
    page.keyboard.press("u")
    expect(page.locator("[name='note:2-1']")).to_have_attribute("value", "")
    assert [(each.decision, each.note) for each in made.all()] == [("S", "")]
    page.keyboard.press("u")
    expect(page.locator(".dispute[data-done]")).to_have_count(0)
    # Without anything decided on this page it is that of the row where one stands, and goes with its decision.
    for key in ("w", *"both", "Escape", "p"):
        page.keyboard.press(key)
    expect(page.locator(".dispute[data-done]")).to_have_count(1)
    assert [(each.decision, each.note) for each in made.all()] == [("P", "both")]


def test_the_words_of_a_row_decide_its_links_one_by_one(open_window: OpenWindow) -> None:
    project, judge = start()
    page = open_window(judge).page
    page.goto(f"/alignment/{project.slug}/adjudication/2/")
    expect(page.locator("html[data-adjudication=ready]")).to_be_attached()
    # A has “ieri”, B “sera”: one wants Sure for the first link only.
    page.keyboard.press("ArrowRight")
    expect(page.locator("#row-6-6 .choice")).to_have_text(
        ["A’s A", "B’s B", "Sure S", "Possible P", "None N", "Later O"]
    )
    page.locator("#row-6-6").get_by_role("button", name="Sure", exact=True).click()
    expect(page.locator("#row-6-6")).to_contain_text("Sure, as A")
    page.locator("#row-6-7").get_by_role("button", name="None").click()
    expect_adjudicated(page)
    assert decided(project, 2) == {"6-6": "S", "6-7": "none"}
    # The reason is that of the link decided last, though its row has been folded away.
    page.locator(".dock").get_by_role("button", name="reason for the last decision").click()
    for key in (*"not sera", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("[name='note:row-6-7']")).to_have_attribute("value", "not sera")
    rows = LinkDecision.objects.filter(item__project=project, item__number=2)
    assert {each.target_index: each.note for each in rows} == {6: "", 7: "not sera"}


def test_lists_are_chosen_and_kept_from_pair_to_pair(open_window: OpenWindow) -> None:
    project, judge = start()
    page = open_window(judge).page
    page.goto(f"/alignment/{project.slug}/adjudication/")
    page.get_by_label("Target word").fill("Last")
    page.keyboard.press("Enter")
    expect(page.locator(".queue .pair-link")).to_have_count(1)
    assert not find_violations(page)
    page.get_by_role("link", name="Start with the most disputed pair").click()
    expect_at(page, re.compile(r"/adjudication/2/\?word=Last$"))
    page.keyboard.press("b")
    expect_adjudicated(page)
    page.keyboard.press("Enter")
    expect_at(page, re.compile(r"/adjudication/\?word=Last$"))
    expect(page.get_by_text("No pair in this list")).to_be_visible()
    page.get_by_role("link", name=re.compile("^Decided")).click()
    expect_at(page, re.compile("show=decided"))
    assert "word=Last" in page.url
    expect(page.locator(".queue .pair-link")).to_have_count(1)


def test_pairs_on_which_all_agree_are_accepted_together_and_undone(open_window: OpenWindow) -> None:
    project, judge = start()
    page = open_window(judge).page
    page.goto(f"/alignment/{project.slug}/adjudication/?show=agreed")
    page.get_by_text("Accept 1 pair with full agreement").click()
    assert not find_violations(page)
    page.get_by_role("button", name="Accept 1 pair").click()
    expect(page.get_by_text("1 pair was accepted.")).to_be_visible()
    agreed = Item.objects.get(project=project, number=3)
    assert agreed.state == Item.State.ADJUDICATED
    # By keyboard: back to before.
    page.get_by_role("button", name="Undo acceptance 1").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_text("Accept 1 pair with full agreement")).to_be_visible()
    agreed.refresh_from_db()
    assert agreed.state == Item.State.ANNOTATED
    assert Acceptance.objects.get(project=project).undone_by == judge


def test_a_comment_stands_in_the_card_where_one_decides(open_window: OpenWindow) -> None:
    project, judge = start()
    item = Item.objects.get(project=project, number=1)
    assignment = item.assignments.order_by("pk").latest("pk")
    Comment.objects.create(item=item, assignment=assignment, author=assignment.annotator.user, text="one expression")
    page = open_window(judge).page
    page.goto(f"/alignment/{project.slug}/adjudication/1/")
    expect(page.locator(".said:visible")).to_have_text(["one expression"])
    page.keyboard.press("j")
    expect(page.locator(".dispute").nth(1).locator(".said:visible")).to_have_text(["one expression"])
    assert len(page.locator(".said:visible").all()) == 1


def test_a_reason_needs_no_script(open_window: OpenWindow) -> None:
    project, judge = start()
    page = open_window(judge, has_scripts=False).page
    page.goto(f"/alignment/{project.slug}/adjudication/1/")
    row = page.locator(".dispute").first
    row.get_by_role("button", name="Sure", exact=True).click()
    row.get_by_label("Reason (optional)").first.fill("an idiom")
    row.get_by_role("button", name="save reason").click()
    expect(row.get_by_label("Reason (optional)").first).to_have_value("an idiom")
    made = LinkDecision.objects.get(item__project=project)
    assert (made.decision, made.note) == ("S", "an idiom")


def test_after_a_whole_reading_one_enter_leads_to_the_next_pair(open_window: OpenWindow) -> None:
    project, judge = start()
    page = open_window(judge).page
    page.goto(f"/alignment/{project.slug}/adjudication/1/")
    expect(page.locator("html[data-adjudication=ready]")).to_be_attached()
    page.keyboard.press("Shift+A")
    dialog = page.locator("#adopt-A")
    expect(dialog.get_by_role("button", name="Accept, next pair")).to_be_visible()
    assert not find_violations(page)
    page.keyboard.press("Enter")
    expect_at(page, re.compile("/adjudication/2/$"))
    assert decided(project) == {"2-1": "P", "3-4": "S", "5-5": "S"}
    # Nothing is final: back at the pair, undoing opens it again.
    page.keyboard.press("[")
    expect_at(page, re.compile("/adjudication/1/$"))
    page.keyboard.press("u")
    expect(page.locator("#pair[data-state=annotated]")).to_be_attached()
    assert decided(project) == {}


# What a finger at the middle of a button meets once it has been scrolled to, and how large it is.
MEASURE = """(button) => {
    button.scrollIntoView({ block: "center" });
    const box = button.getBoundingClientRect();
    const met = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    const isCut = button.scrollWidth > button.clientWidth + 1;
    return {text: button.textContent.trim(), size: Math.min(box.width, box.height), isMet: button.contains(met), isCut};
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_all_rows_are_reached_on_a_phone(open_window: OpenWindow, scheme: str) -> None:
    project = make_project(source_language="de", target_language="ar")
    words = "Donaudampfschifffahrtsgesellschaft", "والمستشفيات"
    make_pair(project, *(" ".join(f"{word}{number}" for number in range(12)) for word in words))
    for label in "SP":
        submit(draw(lease(make_member(project)), " ".join(f"{index}-{index}{label}" for index in range(12))))
    page = open_window(make_member(project, Role.ADJUDICATOR).user, width=390, has_touch=True).page
    page.set_viewport_size({"width": 390, "height": 844})
    page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    page.goto(f"/alignment/{project.slug}/adjudication/1/")
    expect(page.locator("html[data-adjudication=ready]")).to_be_attached()
    assert measure_overflow(page) == 0
    assert not find_violations(page)
    buttons = page.locator(".dispute .verdict .choice:visible")
    sizes = [button.evaluate(MEASURE) for button in buttons.all()]
    assert [each["text"].split()[0] for each in sizes[:6]] == ["A’s", "B’s", "Sure", "Possible", "None", "Later"]
    assert len(sizes) == 12 * 7
    faults = [each for each in sizes if each["size"] < 44 or not each["isMet"] or each["isCut"]]
    assert not faults, faults
    assert page.locator("kbd:visible").count() == 0
    # Every row is decided where it stands.
    for number, row in enumerate(page.locator(".dispute").all(), start=1):
        row.get_by_role("button", name="Possible", exact=True).tap()
        expect(page.locator(".dispute[data-done]")).to_have_count(number)
    expect_adjudicated(page)


@pytest.mark.parametrize("size", [(1280, 800), (820, 900)])
def test_the_drawing_grid_is_in_view_between_sentences_and_dock(open_window: OpenWindow, size: tuple[int, int]) -> None:
    project, judge = start()
    page = open_window(judge).page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(f"/alignment/{project.slug}/adjudication/1/")
    expect(page.locator("html[data-adjudication=ready]")).to_be_attached()
    for key in ("j", "j", "d"):
        page.keyboard.press(key)
    expect(page.locator("#own-links")).to_be_visible()
    tops = """() => ["#stage", "#own-links", ".dock .tools"].map((each) => {
        const box = document.querySelector(each).getBoundingClientRect();
        return [box.top, box.bottom];
    })"""
    stage, grid, dock = page.evaluate(tops)
    assert stage[1] <= grid[0] and grid[1] <= dock[0]


@pytest.mark.parametrize("width", [820, 1280])
def test_a_matrix_of_a_hundred_words_is_in_order(open_window: OpenWindow, width: int) -> None:
    project = make_project()
    words = [" ".join(f"{word}{number}" for number in range(100)) for word in ("word", "parola")]
    make_pair(project, *words)
    for links in ("0-0S 1-1S 50-50S 50-51S 51-50P", "0-0S 1-1S 50-50P 52-50S"):
        submit(draw(lease(make_member(project)), links))
    page = open_window(make_member(project, Role.ADJUDICATOR).user, width=width).page
    page.goto(f"/alignment/{project.slug}/adjudication/1/?own_links=50-50")
    expect(cell(page, "50-51")).to_be_visible()
    assert not measure_overflow(page)
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
        assert not find_violations(page)
