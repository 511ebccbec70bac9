"""Rating compounds in a real browser: by keys, by mouse, on a phone, and without a script."""

import re

import pytest
from playwright.sync_api import Page, Route, expect

from annotation_site.assignments.models import Assignment
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership
from idiomaticity.kind import Compositionality
from idiomaticity.ratings.models import Rating
from idiomaticity.ratings.queries import read_judgement
from idiomaticity.scales.judgements import Judgement
from tests.browser.conftest import OpenWindow
from tests.browser.windows import expect_away, expect_saved, fetch_answer, measure_overflow
from tests.factories import make_member
from tests.idiomaticity.making import lease_rating, make_rating_project

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def annotator(transactional_db: None, files_folder: object) -> Membership:
    return make_member(make_rating_project())


def open_rating(page: Page, assignment: Assignment) -> None:
    page.goto(f"/idiomaticity/rate/{assignment.pk}/")
    expect(page.locator("html[data-rating=ready]")).to_be_attached()


def start_rating(open_window: OpenWindow, annotator: Membership) -> tuple[Page, Assignment]:
    page, assignment = open_window(annotator.user).page, lease_rating(annotator)
    open_rating(page, assignment)
    return page, assignment


def test_three_keys_a_paraphrase_and_enter_rate_a_sentence(open_window: OpenWindow, annotator: Membership) -> None:
    page, assignment = start_rating(open_window, annotator)
    page.keyboard.press("3")
    page.keyboard.press("x")
    page.keyboard.press("0")
    page.keyboard.type("other words")
    page.keyboard.press("Tab")
    page.keyboard.type("more words")
    page.keyboard.press("Enter")
    expect_away(page, re.compile(f"/{assignment.pk}/$"))
    assert read_judgement(assignment) == Judgement(3, -1, 0, ("other words", "more words"))
    assert Assignment.objects.get(pk=assignment.pk).state == "submitted"
    following = Assignment.objects.get(annotator=annotator, state="in_progress")
    assert page.url.endswith(f"/rate/{following.pk}/")


def test_backspace_goes_back_a_scale_and_everything_is_saved_at_once(
    open_window: OpenWindow, annotator: Membership
) -> None:
    page, assignment = start_rating(open_window, annotator)
    page.keyboard.press("3")
    page.keyboard.press("Backspace")
    page.keyboard.press("4")
    expect_saved(page)
    assert Rating.objects.get(assignment=assignment).head == 4
    page.reload()
    expect(page.locator("input[name=head][value='4']")).to_be_checked()


def test_enter_is_not_enough_while_a_scale_is_open(open_window: OpenWindow, annotator: Membership) -> None:
    page, assignment = start_rating(open_window, annotator)
    page.keyboard.press("3")
    page.keyboard.press("Enter")
    expect_saved(page)
    assert Assignment.objects.get(pk=assignment.pk).state == "in_progress"


def test_a_paraphrase_that_is_none_is_said_to_be_so_while_one_types(
    open_window: OpenWindow, annotator: Membership
) -> None:
    page = open_window(annotator.user).page
    assignment = lease_rating(annotator)
    compound = assignment.item.occurrence.compound.text
    open_rating(page, assignment)
    first, second = (page.get_by_label(f"Paraphrase {number}") for number in (1, 2))
    first.fill(compound.upper())
    expect(page.get_by_text("This is the compound itself")).to_be_visible()
    first.fill("other words")
    second.fill("Other  Words")
    expect(page.get_by_text("occurs twice")).to_be_visible()
    for scale in ("head", "modifier", "whole"):
        page.locator(f"label:has(input[name={scale}][value='1'])").click()
    page.get_by_role("button", name="Submit and next").click()
    expect(second).to_be_focused()
    # A save that is underway would meet the tables being emptied.
    expect_saved(page)
    assert Assignment.objects.get(pk=assignment.pk).state == "in_progress"


def rate_by_pointer(page: Page, assignment: Assignment) -> None:
    for scale, score in (("head", 5), ("modifier", 4), ("whole", 2)):
        page.locator(f"label:has(input[name={scale}][value='{score}'])").click()
    page.get_by_role("button", name="Submit and next").click()
    expect_away(page, re.compile(f"/{assignment.pk}/$"))
    assert read_judgement(assignment) == Judgement(5, 4, 2)
    assert Assignment.objects.get(pk=assignment.pk).state == "submitted"


def test_a_sentence_is_rated_by_mouse(open_window: OpenWindow, annotator: Membership) -> None:
    page, assignment = start_rating(open_window, annotator)
    rate_by_pointer(page, assignment)


def test_a_sentence_is_rated_on_a_phone(open_window: OpenWindow, annotator: Membership) -> None:
    page = open_window(annotator.user, width=390).page
    assignment = lease_rating(annotator)
    open_rating(page, assignment)
    assert not measure_overflow(page)
    heights = page.locator(".score:not(.cannot)").evaluate_all("all => all.map(each => each.offsetHeight)")
    assert min(heights) >= 44
    rate_by_pointer(page, assignment)


def test_a_sentence_is_rated_without_a_script(open_window: OpenWindow, annotator: Membership) -> None:
    page = open_window(annotator.user, has_scripts=False).page
    assignment = lease_rating(annotator)
    page.goto(f"/idiomaticity/rate/{assignment.pk}/")
    rate_by_pointer(page, assignment)
    kinds = Operation.objects.filter(assignment=assignment).order_by("pk").values_list("kind", flat=True)
    assert list(kinds) == ["lease", "rate", "submit"]


def test_what_another_tab_saved_is_not_overwritten(open_window: OpenWindow, annotator: Membership) -> None:
    window = open_window(annotator.user)
    window.expect_complaint(r"status of 409")
    assignment = lease_rating(annotator)
    first, second = window.page, window.open_tab()
    for page in (first, second):
        open_rating(page, assignment)
    first.keyboard.press("1")
    expect_saved(first)
    second.keyboard.press("5")
    expect(second.get_by_role("alert")).to_contain_text("changed elsewhere")
    assert Rating.objects.get(assignment=assignment).head == 1
    second.get_by_role("button", name="Take what is saved").click()
    expect(second.locator("input[name=head][value='1']")).to_be_checked()


def test_an_answer_that_got_lost_is_asked_for_again_under_the_same_id(
    open_window: OpenWindow, annotator: Membership
) -> None:
    window = open_window(annotator.user)
    window.expect_complaint(r"ERR_FAILED|Failed to load|ERR_CONNECTION")
    page = window.page
    assignment = lease_rating(annotator)
    open_rating(page, assignment)
    lost: list[int] = []

    def lose_the_answer(route: Route) -> None:
        if lost:
            route.continue_()
            return
        lost.append(fetch_answer(route).status)  # the server took it
        route.abort()

    page.route("**/operations/", lose_the_answer)
    page.keyboard.press("2")
    expect_saved(page)
    assert lost == [200]
    assert Operation.objects.filter(assignment=assignment, kind="rate").count() == 1
    assert Rating.objects.get(assignment=assignment).head == 2


def test_a_sentence_is_skipped_by_three_keys(open_window: OpenWindow, annotator: Membership) -> None:
    page, assignment = start_rating(open_window, annotator)
    for key in ("k", "2", "Enter"):
        page.keyboard.press(key)
    expect_away(page, re.compile(f"/{assignment.pk}/$"))
    assignment.refresh_from_db()
    assert (assignment.state, assignment.skip_reason) == ("skipped", Compositionality.skip_reasons[1])
    assert not Rating.objects.filter(assignment=assignment, head__isnull=False).exists()


def test_words_typed_after_k_are_the_reason(open_window: OpenWindow, annotator: Membership) -> None:
    page, assignment = start_rating(open_window, annotator)
    page.keyboard.press("k")
    page.keyboard.type("the 2nd half is missing")
    page.keyboard.press("Enter")
    expect_away(page, re.compile(f"/{assignment.pk}/$"))
    assignment.refresh_from_db()
    assert (assignment.state, assignment.skip_reason) == ("skipped", "the 2nd half is missing")


ON_A_SLIDER = {
    "scale": {"lowest": 0, "highest": 100},
    "extra_questions": [{"name": "familiarity", "question": "Known?", "scale": {"lowest": 1, "highest": 7}}],
}


def test_a_slider_and_its_number_go_together_and_a_key_answers_the_extra_question(
    open_window: OpenWindow, transactional_db: None, files_folder: object
) -> None:
    text = "compound\tsentence\nfish tank\tA fish tank.\n"
    page, assignment = start_rating(open_window, make_member(make_rating_project(text=text, **ON_A_SLIDER)))
    head, modifier, whole = (page.locator(f"[data-scale={name}]") for name in ("head", "modifier", "whole"))
    head.locator("input[type=range]").fill("62")
    expect(head.locator("input[type=number]")).to_have_value("62")
    modifier.locator("input[type=number]").fill("7")
    expect(modifier.locator("input[type=range]")).to_have_value("7")
    whole.locator("input[type=number]").focus()
    page.keyboard.press("x")
    expect(whole.locator("input[type=checkbox]")).to_be_checked()
    page.keyboard.press("8")
    page.keyboard.press("6")
    expect_saved(page)
    assert read_judgement(assignment) == Judgement(62, 7, -1, extra={"familiarity": 6})
    assert measure_overflow(page) == 0
