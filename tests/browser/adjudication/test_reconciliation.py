"""Two people reconcile a pair at the same time, each in a window of their own."""

import re
from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from alignment.rounds.models import RoundReading
from alignment.rounds.services.rounds import open_round
from annotation_site.assignments.models import Assignment
from tests.annotation_site.languages.english import find_english
from tests.browser.acts.adjudicating import count_ribbons
from tests.browser.conftest import OpenWindow
from tests.browser.windows import Window, expect_at, find_violations, measure_overflow
from tests.factories import make_member, make_project, make_reading, make_user

pytestmark = pytest.mark.browser


def start(open_window: OpenWindow) -> tuple[Page, Page, Assignment, Assignment]:
    left, right, mine, theirs = open_two_windows(open_window)
    return left.page, right.page, mine, theirs


def open_two_windows(open_window: OpenWindow) -> tuple[Window, Window, Assignment, Assignment]:
    project = make_project(pairs=1)
    one, other = make_member(project), make_member(project)
    mine, theirs = make_reading(one, "0-0S 1-2S 2-1S"), make_reading(other, "0-0P 1-1S 2-1S")
    open_round(user=project.created_by, project=project, operation_id=uuid4())
    left, right = open_window(one.user), open_window(other.user)
    right.page.emulate_media(color_scheme="dark")
    right.page.set_viewport_size({"width": 820, "height": 860})
    left.page.goto(f"/alignment/reconcile/{mine.pk}/")
    right.page.goto(f"/alignment/reconcile/{theirs.pk}/")
    return left, right, mine, theirs


def state_of(assignment: Assignment) -> str:
    return str(RoundReading.objects.get(assignment=assignment).state)


def test_two_people_see_each_others_changes_as_they_happen(open_window: OpenWindow) -> None:
    left, right, mine, theirs = start(open_window)
    title = "#differences-title"
    expect(left.locator(title)).to_have_text("3 links with disagreement")
    assert count_ribbons(left) == [{"agreed": 1, "own-S": 2}, {"agreed": 1, "own-S": 1, "own-P": 1}]
    # By keyboard: take the other's Possible for the first link.
    left.keyboard.press("t")
    expect(left.locator(title)).to_have_text("2 links with disagreement")
    expect(right.locator(title)).to_have_text("2 links with disagreement")
    for page in (left, right):
        assert count_ribbons(page) == [{"agreed": 2, "own-S": 1}, {"agreed": 2, "own-S": 1}]
    expect(right.locator("#row-0-0")).to_contain_text("agreed")
    # The other writes while the first keeps a link: nothing that is being typed is lost.
    right.keyboard.press("c")
    right.keyboard.type("“black” goes with")
    left.keyboard.press("m")
    expect(right.locator("#row-1-1")).to_contain_text("A keeps")
    expect(right.locator("#comment-text")).to_be_focused()
    right.keyboard.type(" “nero”.")
    right.keyboard.press("Control+Enter")
    expect(left.locator("#said")).to_contain_text("“black” goes with “nero”.")
    # By mouse: the other takes the first one's link, and leaves one difference standing.
    right.locator("#row-1-2").get_by_role("button", name="take A’s: Sure").click()
    expect(left.locator(title)).to_have_text("1 link with disagreement")
    expect(right.locator("#row-1-1 .choice")).to_have_text(["Mine M", "A’s T", "Possible P"])
    right.locator("#row-1-1").get_by_role("button", name="keep mine").click()
    for page in (left, right):
        expect(page.locator(".is-sending")).to_have_count(0)  # what is on its way is paler
        assert find_violations(page) == []
        assert measure_overflow(page) == 0
    right.get_by_role("button", name="Submit changes").click()
    expect_at(right, re.compile("/reconciliation/$"))
    left.locator("#row-1-1").focus()
    left.keyboard.press("Enter")
    expect_at(left, re.compile("/reconciliation/$"))
    assert (state_of(mine), state_of(theirs)) == ("changed", "changed")


def test_two_who_press_t_at_once_do_not_swap_their_labels(open_window: OpenWindow) -> None:
    first, second, mine, theirs = open_two_windows(open_window)
    left, right = first.page, second.page
    right.route(
        "**/together/", lambda route: route.fulfill(status=304)
    )  # what is pressed comes before news of the other
    left.keyboard.press("t")
    expect(left.locator("#differences-title")).to_have_text("2 links with disagreement")
    second.expect_complaint(r"status of 412 .*/change/")
    right.locator("#row-0-0").focus()
    right.keyboard.press("t")
    expect(right.locator("#trouble")).to_contain_text("Another annotator has changed this link since.")
    expect(right.locator("#row-0-0")).to_contain_text("agreed")
    assert [each.links.get(source_index=0, target_index=0).label for each in (mine, theirs)] == ["P", "P"]


def test_words_light_up_their_partners_by_mouse_and_by_keyboard(open_window: OpenWindow) -> None:
    left, _, _, _ = start(open_window)
    lit = left.locator("#stage [data-side=target] .word.is-lit .token")
    # the other's arrival moves what lies under the mouse
    expect(left.locator("#people li[data-other] .is-here")).to_be_visible()
    left.locator("#source-words .word").nth(1).hover()
    expect(lit).to_have_text(["nero", "gatto"])
    left.locator("#source-words .word").nth(0).focus()
    expect(lit).to_have_text(["un", "un"])
    left.keyboard.press("ArrowRight")
    left.mouse.move(5, 5)
    expect(left.locator("#announcer")).to_contain_text("black")


def test_the_page_of_a_round_speaks_the_annotator_s_language(open_window: OpenWindow) -> None:
    project = make_project(pairs=1, name="Zu")
    one, other = make_member(project, user=make_user(language="it", name="Zo")), make_member(project)
    mine, _ = make_reading(one, "0-0S 1-2S 2-1S"), make_reading(other, "0-0P 1-1S 2-1S")
    open_round(user=project.created_by, project=project, operation_id=uuid4())
    page = open_window(one.user).page
    page.goto(f"/alignment/reconcile/{mine.pk}/")
    expect(page.locator("html[data-reconciliation=ready]")).to_be_attached()
    page.locator("#source-words .word").first.focus()
    expect(page.locator("#announcer")).not_to_be_empty()
    assert find_english(page.content(), "it") == []
    page.locator("#target-words .word").first.focus()
    expect(page.locator("#announcer")).to_have_text("collegata con a")
    page.locator("#row-0-0").focus()
    page.keyboard.press("t")
    expect(page.locator("#announcer")).to_have_text("come B: Possibile. 2 collegamenti in disaccordo.")
    page.keyboard.press("?")
    assert find_english(page.content(), "it") == []
