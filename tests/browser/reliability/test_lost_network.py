"""The line fails in every way that lines fail: what was drawn arrives, in order and once."""

import json
import os
import time
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Request, Route, expect

from annotation_site.assignments.models import Assignment
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership
from tests.browser.acts.annotating import Desk
from tests.browser.windows import fetch_answer
from tests.factories import draw

pytestmark = pytest.mark.browser
OPERATIONS = "**/api/v1/assignments/*/operations/**"
# How long the line is cut in the middle of work; LOST_NETWORK_SECONDS=60 for the long form.
CUT_SECONDS = float(os.environ.get("LOST_NETWORK_SECONDS", "4"))
DRAWN = {(0, 0): "S", (1, 2): "S", (3, 1): "P"}


def draw_three(desk: Desk) -> None:
    desk.link_by_mouse([0], [0], "S")
    desk.link_by_mouse([1], [2], "S")
    desk.link_by_mouse([3], [1], "P")


def count_operations(assignment: Assignment) -> int:
    """Return the number of changes that the server has applied, each under its own id."""
    made = Operation.objects.filter(assignment=assignment, kind__in=["set", "undo", "redo"])
    assert made.values("operation_id").distinct().count() == made.count()
    return made.count()


def test_work_done_offline_arrives_in_order_and_once(desk: Desk, assignment: Assignment) -> None:
    desk.window.expect_complaint("ERR_INTERNET_DISCONNECTED")
    desk.link_by_mouse([2], [3], "S")
    desk.expect_saved()
    desk.window.context.set_offline(True)
    draw_three(desk)
    desk.press("z", "y")
    expect(desk.receipt).to_have_text("Offline: 5 changes wait in this browser")
    assert count_operations(assignment) == 1
    posted: list[str] = []
    desk.page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    desk.window.context.set_offline(False)
    desk.expect_saved()
    assert [url.partition("/operations/")[2] for url in posted] == ["batch/"]
    assert desk.stored()["links"] == {(2, 3): "S", **DRAWN}
    assert count_operations(assignment) == 6


def test_a_change_whose_answer_was_lost_is_asked_again_and_applied_once(desk: Desk, assignment: Assignment) -> None:
    desk.window.expect_complaint("ERR_FAILED", "ERR_CONNECTION_RESET")
    asked: list[str] = []

    def lose_first_answer(route: Route, request: Request) -> None:
        body = json.loads(request.post_data or "")
        asked.append(body.get("operations", [body])[0]["operation_id"])
        if len(asked) == 1:
            assert fetch_answer(route).ok
            route.abort("connectionreset")
        else:
            route.continue_()

    desk.page.route(OPERATIONS, lose_first_answer)
    draw_three(desk)
    desk.expect_saved()
    assert asked[0] == asked[1]
    assert desk.stored()["links"] == DRAWN
    assert count_operations(assignment) == 3


def test_one_change_that_is_refused_does_not_hold_back_those_before_it(desk: Desk, assignment: Assignment) -> None:
    desk.window.expect_complaint("ERR_INTERNET_DISCONNECTED", r"status of 400 .*/operations/")
    desk.window.context.set_offline(True)
    draw_three(desk)
    expect(desk.receipt).to_have_text("Offline: 3 changes wait in this browser")

    def spoil_the_last(route: Route, request: Request) -> None:
        body = json.loads(request.post_data or "")
        for operation in body.get("operations", [body]):
            if operation["links"][0][:2] == [3, 1]:
                operation["links"] = [[3, 99, "P"]]
        route.continue_(post_data=body)

    desk.page.route(OPERATIONS, spoil_the_last)
    desk.window.context.set_offline(False)
    expect(desk.page.locator("#conflict-dialog")).to_contain_text("There is no cell 3-99")
    assert count_operations(assignment) == 2
    desk.page.locator("#conflict-take").click()
    desk.expect_saved()
    assert desk.stored()["links"] == {(0, 0): "S", (1, 2): "S"}


def test_a_server_that_stumbles_is_asked_again(desk: Desk, assignment: Assignment) -> None:
    desk.window.expect_complaint("status of 502", "status 502")
    answers = iter([502, 502])

    def stumble(route: Route) -> None:
        status = next(answers, None)
        if status:
            route.fulfill(status=status, body="Bad gateway")
        else:
            route.continue_()

    desk.page.route(OPERATIONS, stumble)
    draw_three(desk)
    desk.expect_saved()
    assert desk.stored()["links"] == DRAWN
    assert count_operations(assignment) == 3


def test_a_lost_answer_to_submit_submits_once(desk: Desk, annotator: Membership, assignment: Assignment) -> None:
    desk.window.expect_complaint("ERR_FAILED", "ERR_CONNECTION_RESET")
    for index in range(4):
        desk.link_by_mouse([index], [index], "S")
    desk.expect_saved()

    def lose_answer(route: Route) -> None:
        assert fetch_answer(route).ok
        route.abort("connectionreset")

    desk.page.route("**/api/v1/assignments/*/submit/", lose_answer, times=1)
    desk.page.locator("#submit").click()
    expect(desk.page.locator("#hint")).to_contain_text("Try again")
    desk.page.locator("#submit").click()
    desk.expect_pair_after(assignment.pk)
    assert Operation.objects.filter(assignment=assignment, kind="submit").count() == 1
    assert annotator.assignments.count() == 2


def lose_until_reload(desk: Desk, lose: Callable[[Route], None]) -> None:
    """Lose what this page sends and let the next one's through; between the two, this one would try again."""
    loaded: list[Page] = []

    # Not the list's own method: Playwright marks the function that it is given.
    def note(page: Page) -> None:
        loaded.append(page)

    desk.page.once("domcontentloaded", note)
    desk.page.route(OPERATIONS, lambda route: route.continue_() if loaded else lose(route))


def test_a_page_loaded_anew_sends_what_the_old_one_could_not(desk: Desk, assignment: Assignment) -> None:
    desk.window.expect_complaint("ERR_FAILED")
    lose_until_reload(desk, lambda route: route.abort())
    draw_three(desk)
    expect(desk.receipt).to_have_text("Offline: 3 changes wait in this browser")
    desk.page.reload()
    desk.wait_until_ready()
    desk.expect_saved()
    expect(desk.word("source", 3)).to_contain_class("has-possible")
    assert desk.stored()["links"] == DRAWN
    assert count_operations(assignment) == 3


def test_a_new_page_finds_out_that_the_lost_answer_was_a_yes(desk: Desk, assignment: Assignment) -> None:
    desk.window.expect_complaint("ERR_FAILED", "ERR_CONNECTION_RESET")

    def lose_every_answer(route: Route) -> None:
        assert fetch_answer(route).ok
        route.abort("connectionreset")

    lose_until_reload(desk, lose_every_answer)
    desk.link_by_mouse([0], [0], "S")
    expect(desk.receipt).to_have_text("Offline: 1 change waits in this browser")
    desk.page.reload()
    desk.wait_until_ready()
    desk.expect_saved()
    assert desk.stored()["links"] == {(0, 0): "S"}
    assert count_operations(assignment) == 1


def test_work_of_an_earlier_page_on_a_state_that_is_gone_is_asked_about(desk: Desk, assignment: Assignment) -> None:
    desk.window.expect_complaint("ERR_FAILED", r"status of 409 .*/operations/")
    desk.page.route(OPERATIONS, lambda route: route.abort())
    desk.link_by_mouse([1], [2], "P")
    expect(desk.receipt).to_have_text("Offline: 1 change waits in this browser")
    draw(assignment, "3-1S")
    desk.page.unroute(OPERATIONS)
    desk.page.reload()
    desk.wait_until_ready()
    expect(desk.page.locator("#conflict-ours")).to_contain_text("very")
    assert desk.stored()["links"] == {(3, 1): "S"}
    desk.page.get_by_role("button", name="Apply my changes").click()
    desk.expect_saved()
    assert desk.stored()["links"] == {(3, 1): "S", (1, 2): "P"}


def test_a_session_that_ended_keeps_the_work_and_goes_on_after_signing_in(
    desk: Desk, annotator: Membership, assignment: Assignment
) -> None:
    desk.window.expect_complaint("status of 40[13]")
    desk.link_by_mouse([2], [3], "S")
    desk.expect_saved()
    desk.window.context.clear_cookies()
    draw_three(desk)
    expect(desk.page.locator("#notice")).to_contain_text("You are signed out")
    expect(desk.receipt).to_have_text("Signed out: 3 changes wait in this browser")
    # The text is there while the last change is still being refused, and until then nobody who comes back is noticed.
    expect(desk.receipt).to_have_attribute("data-phase", "signed_out")
    assert count_operations(assignment) == 1
    desk.window.enter_as(annotator.user)
    desk.page.evaluate("() => window.dispatchEvent(new Event('focus'))")
    desk.expect_saved()
    expect(desk.page.locator("#notice")).to_be_hidden()
    assert desk.stored()["links"] == {(2, 3): "S", **DRAWN}
    assert count_operations(assignment) == 4


def test_a_comment_that_could_not_be_sent_stays_in_its_box_and_is_added_once(desk: Desk) -> None:
    desk.window.expect_complaint("ERR_INTERNET_DISCONNECTED")
    box = desk.page.get_by_label("Comment on this pair")
    box.fill("a colour, not a name")
    desk.window.context.set_offline(True)
    desk.page.get_by_role("button", name="Add comment").click()
    expect(desk.page.locator("#comment-trouble")).to_contain_text("Offline")
    desk.window.context.set_offline(False)
    desk.page.reload()
    desk.wait_until_ready()
    expect(box).to_have_value("a colour, not a name")
    desk.page.get_by_role("button", name="Add comment").dblclick()
    expect(desk.page.locator("#comment-list li")).to_have_count(1)
    expect(box).to_have_value("")
    assert desk.stored()["comments"] == ["a colour, not a name"]


def test_a_line_cut_in_the_middle_of_work_in_both_views_loses_nothing(desk: Desk, assignment: Assignment) -> None:
    desk.window.expect_complaint("ERR_INTERNET_DISCONNECTED")
    desk.link_by_keys([2], [3], "S")
    desk.window.context.set_offline(True)
    ends = time.monotonic() + CUT_SECONDS
    draw_three(desk)
    desk.press("m", "Home", "s")
    made = 5
    while time.monotonic() < ends:
        desk.press("p", "s")
        made += 2
        desk.page.wait_for_timeout(500)
    desk.press("ArrowUp", "ArrowUp", "Home", "End", "p")
    made += 1
    expect(desk.receipt).to_contain_text("changes wait in this browser")
    desk.window.context.set_offline(False)
    back = time.monotonic()
    expect(desk.receipt).to_have_attribute("data-phase", "idle", timeout=60_000)
    desk.expect_saved()
    took = time.monotonic() - back
    print(
        f"cut for {CUT_SECONDS:.0f} s: {made - 1} changes waited, and were saved {took:.1f} s after the line came back"
    )
    assert count_operations(assignment) == made
    shown = desk.page.locator(".matrix-cell").evaluate_all(
        """(cells) => cells.filter((cell) => /kind-/.test(cell.className)).map((cell) =>
          [cell.parentElement.ariaRowIndex - 2, cell.ariaColIndex - 2, /kind-S/.test(cell.className) ? "S" : "P"])"""
    )
    assert {(source, target): label for source, target, label in shown} == desk.stored()["links"]
