"""Marking error spans in a real browser: by keys, mouse and finger, in every direction of writing, and by five."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenWindow
from tests.browser.evaluation.marking import (
    COLUMNS,
    choose,
    drag,
    make_judge,
    open_marking,
    point_at,
    press,
    start_marking,
    state_of,
    words_of,
)
from tests.browser.windows import expect_away, expect_saved, find_violations, measure_overflow
from tests.evaluation.judgements import lease_judgement, make_evaluation_project, make_round
from tests.evaluation.translated import make_test_set
from tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_keys_alone_mark_score_and_submit(open_window: OpenWindow, transactional_db: None) -> None:
    page, assignment = start_marking(open_window, make_judge())
    first, second = state_of(assignment)["outputs"]
    press(page, "ArrowRight", "1", "Enter")
    page.keyboard.type("80")
    press(page, "Enter", "Shift+ArrowRight", "2", "Enter")
    page.keyboard.type("35")
    expect_saved(page)
    assert words_of(assignment) == [
        [(first.split()[1], "Error", "minor")],
        [(" ".join(second.split()[:2]), "Error", "major")],
    ]
    press(page, "Enter")
    expect_away(page, re.compile(f"/{assignment.pk}/$"))
    assert state_of(assignment)["answers"] == [80, 35]


def test_the_mouse_marks_words_parts_of_one_and_omissions(open_window: OpenWindow, transactional_db: None) -> None:
    page, assignment = start_marking(open_window, make_judge())
    first = state_of(assignment)["outputs"][0]
    text = page.locator("fieldset .output").first
    words = first.split()
    second = len(words[0]) + 1
    drag(page, text, 1, second + 1)
    choose(page, "Minor")
    place = first.index(words[2])
    page.mouse.dblclick(*point_at(page, text, place))
    choose(page, "Major")
    last = first.index(words[-1])
    drag(page, text, last, last + 2)
    choose(page, "Major")
    page.mouse.click(*point_at(page, page.locator("#source"), 5))
    choose(page, "Omission")
    choose(page, "Minor")
    expect_saved(page)
    assert words_of(assignment)[0] == [
        ("broke", "Omission", "minor"),
        (" ".join(words[:2]), "Error", "minor"),
        (words[2], "Error", "major"),
        (words[-1][:3], "Error", "major"),
    ]
    page.get_by_label(f"Delete the mark on {words[2]}").click()
    choose(page, "Undo")
    choose(page, "Redo")
    expect_saved(page)
    assert len(words_of(assignment)[0]) == 3


def test_a_drag_that_ends_beside_a_word_marks_it_whole(open_window: OpenWindow, transactional_db: None) -> None:
    page, assignment = start_marking(open_window, make_judge())
    text, words = page.locator("fieldset .output").first, state_of(assignment)["outputs"][0].split()
    after_first = len(words[0])
    drag(page, text, 1, after_first)
    choose(page, "Minor")
    drag(page, text, after_first, after_first + 2)
    choose(page, "Major")
    expect_saved(page)
    assert words_of(assignment)[0] == [(words[0], "Error", "minor"), (words[1], "Error", "major")]


def test_a_mark_without_its_severity_says_so_beside_the_dock(open_window: OpenWindow, transactional_db: None) -> None:
    page, _ = start_marking(open_window, make_judge("expression"))
    press(page, "l")
    expect(page.locator("#dock").get_by_text("Choose a severity.")).to_be_visible()
    press(page, "1")
    expect(page.locator(".marks li")).to_have_count(1)
    expect(page.locator("#dock").get_by_text("Choose a severity.")).to_have_count(0)


def test_a_severity_in_hand_marks_at_once_until_it_is_put_down(open_window: OpenWindow, transactional_db: None) -> None:
    page, assignment = start_marking(open_window, make_judge())
    first = state_of(assignment)["outputs"][0]
    text, words = page.locator("fieldset .output").first, first.split()
    places = [first.index(word) for word in words]
    choose(page, "Major")
    expect(page.get_by_text("“Major” is in hand and marks words at once.").first).to_be_visible()
    expect(page.locator(".marks li")).to_have_count(0)
    page.mouse.click(*point_at(page, text, places[0]))
    choose(page, "Minor")  # the mark just made, and the next ones
    page.mouse.click(*point_at(page, text, places[1]))
    expect_saved(page)
    assert words_of(assignment)[0] == [(words[0], "Error", "minor"), (words[1], "Error", "minor")]
    page.reload()
    expect(page.locator("html[data-judging=ready]")).to_be_attached()
    page.mouse.click(*point_at(page, page.locator("#source"), 5))
    expect_saved(page)
    assert ("broke", "Omission", "minor") in words_of(assignment)[0]
    press(page, "Escape")
    page.mouse.click(*point_at(page, text, places[2]))
    expect(page.get_by_text("in hand")).to_have_count(0)
    expect(page.locator(".marks li")).to_have_count(3)
    choose(page, "Major")  # nothing in hand: chosen words get their severity as ever
    choose(page, "Major")  # once more takes it in hand, and again puts it down
    expect(page.get_by_role("button", name="Major", exact=True)).to_have_class(re.compile("is-in-hand"))
    choose(page, "Major")
    expect(page.get_by_role("button", name="Major", exact=True)).not_to_have_class(re.compile("is-in-hand"))
    assert find_violations(page) == []


def test_keys_choose_categories_change_delete_and_undo(open_window: OpenWindow, transactional_db: None) -> None:
    page, assignment = start_marking(open_window, make_judge("mqm", scope="segment"))
    first = state_of(assignment)["outputs"][0].split()[0]
    press(page, "m", "2")
    expect_saved(page)
    assert words_of(assignment)[0] == [(first, "Accuracy/Mistranslation", "major")]
    press(page, "g", "1")
    expect_saved(page)
    assert words_of(assignment)[0] == [(first, "Fluency/Grammar", "minor")]
    press(page, "Delete")
    expect(page.locator(".marks li")).to_have_count(0)
    press(page, "Control+z", "Control+z", "Control+z")
    expect(page.locator(".marks li")).to_contain_text("Mistranslation · Major")
    press(page, "o", "2")
    expect_saved(page)
    source = state_of(assignment)["source"]["text"].split()[0]
    assert (source, "Accuracy/Omission", "major") in words_of(assignment)[0]
    press(page, "ArrowDown", "v")
    expect_saved(page)
    whole = state_of(assignment)["outputs"][1]
    assert words_of(assignment)[1] == [(whole, "Non-translation", "major")]


def test_marks_survive_a_closed_tab_and_wait_for_nothing_else(open_window: OpenWindow, transactional_db: None) -> None:
    judge = make_judge()
    window, assignment = open_window(judge.user), lease_judgement(judge)
    page = window.page
    open_marking(page, assignment)
    window.context.set_offline(True)
    window.expect_complaint(r"ERR_INTERNET_DISCONNECTED")
    press(page, "1")
    expect(page.locator("#receipt")).to_contain_text("Offline")
    page.close()
    window.context.set_offline(False)
    again = window.open_tab()
    open_marking(again, assignment)
    expect_saved(again)
    assert [len(marks) for marks in words_of(assignment)] == [1, 0]


def test_an_incomplete_judgement_says_so_and_a_submitted_one_shows_its_marks(
    open_window: OpenWindow, transactional_db: None
) -> None:
    page, assignment = start_marking(open_window, make_judge("expression"))
    press(page, "g", "Enter")
    page.get_by_role("button", name="Submit and next").click()
    expect(page.get_by_text("One answer is missing here.")).to_be_visible()
    press(page, "Enter")
    page.get_by_role("button", name="Submit and next").click()
    expect_away(page, re.compile(f"/{assignment.pk}/$"))
    page.goto(f"/evaluation/judge/{assignment.pk}/")
    expect(page.locator(".marks li")).to_have_text(re.compile("Good idiom$"))
    assert state_of(assignment)["answers"] == [0, 0]


@pytest.mark.parametrize(
    ("language", "text", "marked"),
    [("ja", "彼は沈黙を破った。", "沈黙"), ("ar", "كسر الجليد.", "كسر"), ("th", "เขาทำลายความเงียบ", None)],
)
def test_words_of_other_scripts_are_marked(
    open_window: OpenWindow, transactional_db: None, language: str, text: str, marked: str | None
) -> None:
    project = make_evaluation_project(target_language=language)
    table = f"source\tspans\tlabel\tsystem\nHe broke the ice.\t[(3, 16)]\tbreak the ice\t{text}\n"
    test_set = make_test_set(project, table, COLUMNS, ["system"])
    page, assignment = start_marking(open_window, make_member(make_round(project, test_set, method="esa").project))
    start = text.index(marked) if marked else 3
    page.mouse.click(*point_at(page, page.locator("fieldset .output"), start))
    press(page, "1")
    expect_saved(page)
    ((words, *_),) = words_of(assignment)[0]
    assert words == marked if marked else 1 < len(words) < len(text)
    # In Arabic the next word stands on the left.
    press(page, "ArrowLeft" if language == "ar" else "ArrowRight", "2")
    expect_saved(page)
    first, second = state_of(assignment)["spans"][0]
    assert second["start"] >= first["end"]


@pytest.mark.parametrize(("language", "edge"), [("ar", "right"), ("en", "left")])
def test_sentences_around_start_where_the_sentence_itself_does(
    open_window: OpenWindow, transactional_db: None, language: str, edge: str
) -> None:
    project = make_evaluation_project(source_language=language)
    long = "kalima " * 40 if language == "en" else "كلمة " * 40
    table = f"source\tsystem\n{long}\tuno\n{long}\tdue\n{long}\ttre\n"
    test_set = make_test_set(project, table, {"source": "source"}, ["system"])
    opened = make_round(project, test_set, method="esa", scope="segment", shows_context=True)
    page, _ = start_marking(open_window, make_member(opened.project), width=1280)
    start = f"(each) => each.getBoundingClientRect().{edge}"
    starts = page.locator(".is-held .around").evaluate_all(f"(all) => all.map({start})")
    assert starts and starts == [page.locator("#source").evaluate(start)] * len(starts)


def test_a_score_that_is_no_answer_is_asked_for_within_its_limits(
    open_window: OpenWindow, transactional_db: None
) -> None:
    page, assignment = start_marking(open_window, make_judge("esa"))
    first, second = (page.get_by_label(f"0 to 100, translation {number}") for number in (1, 2))
    first.fill("130")
    second.fill("90")
    page.get_by_role("button", name="Submit and next").click()
    expect(page.locator("#fault")).to_have_text("Enter a whole number from 0 to 100.")
    first.fill("")
    page.get_by_role("button", name="Submit and next").click()
    expect(page.locator("#fault")).to_have_text("One answer is missing here.")
    first.fill("83")
    page.get_by_role("button", name="Submit and next").click()
    expect_away(page, re.compile(f"/{assignment.pk}/$"))


def test_a_score_that_contradicts_its_marks_is_asked_about_once(
    open_window: OpenWindow, transactional_db: None
) -> None:
    judge = make_judge("esa")
    window, assignment = open_window(judge.user), lease_judgement(judge)
    window.expect_complaint("status of 400")
    page = window.page
    open_marking(page, assignment)
    press(page, "2", "Enter", *"100", "Enter", "Enter", *"40", "Enter")
    question = page.locator("#contradictions")
    expect(question).to_contain_text("Translation 1: the score is 100, but a major error is marked.")
    expect(question).to_contain_text("Translation 2: the score is 40, but no error is marked.")
    expect(page.locator("html[data-judging=ready]")).to_be_attached()
    expect(page.locator("#submit")).to_be_focused()
    assert find_violations(page) == []
    for width in (820, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert measure_overflow(page) <= 0
    page.get_by_label("0 to 100, translation 2").fill("41")
    expect(question).to_be_hidden()
    press(page, "Enter")
    expect_away(page, re.compile(f"/{assignment.pk}/(submit/)?$"))
    state = state_of(assignment)
    assert (state["answers"], list(map(len, state["spans"]))) == ([100, 41], [1, 0])


def test_a_finger_marks_whole_words_on_a_phone(open_window: OpenWindow, transactional_db: None) -> None:
    judge = make_judge()
    page, assignment = open_window(judge.user, width=390, has_touch=True).page, lease_judgement(judge)
    open_marking(page, assignment)
    assert measure_overflow(page) <= 0
    first = state_of(assignment)["outputs"][0]
    page.touchscreen.tap(*point_at(page, page.locator("fieldset .output").first, 0))
    page.locator("#dock").get_by_role("button", name="Major").tap()
    expect_saved(page)
    assert words_of(assignment)[0] == [(first.split()[0], "Error", "major")]


@pytest.mark.parametrize("method", ["esa", "mqm", "expression"])
def test_marks_are_accessible_and_fit_narrow_windows(
    open_window: OpenWindow, transactional_db: None, method: str
) -> None:
    page, _ = start_marking(open_window, make_judge(method))
    press(page, *{"esa": ["1"], "mqm": ["m", "2"], "expression": ["g"]}[method])
    expect_saved(page)
    expect(page.locator(".marks li")).to_have_count(1)
    assert find_violations(page) == []
    for width in (820, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert measure_overflow(page) <= 0


def test_a_mark_over_several_lines_wraps_in_the_list_below(open_window: OpenWindow, transactional_db: None) -> None:
    long = "Hanno finalmente rotto il ghiaccio che da mesi li divideva, " * 3
    table = f"source\tspans\tlabel\tsystem\nThey broke the ice.\t[(5, 18)]\tbreak the ice\t{long.strip()}\n"
    project = make_evaluation_project()
    judge = make_member(make_round(project, make_test_set(project, table, COLUMNS, ["system"]), method="esa").project)
    page, _ = start_marking(open_window, judge)
    press(page, "Control+a", "1")
    expect_saved(page)
    for width in (1280, 820, 390):
        page.set_viewport_size({"width": width, "height": 900})
        assert page.locator(".marks li").evaluate(
            "(mark) => mark.getBoundingClientRect().right <= mark.parentElement.getBoundingClientRect().right"
            " && mark.scrollWidth <= mark.clientWidth"
        )
