"""An adjudicator settles a dispute about error spans by keys alone."""

import pytest
from playwright.sync_api import expect

from annotation_site.assignments.models import Item
from evaluation.adjudication.models import JudgementAdjudication
from evaluation.adjudication.queries.readings import find_task
from evaluation.adjudication.queries.state import describe_item
from tests.browser.conftest import OpenWindow
from tests.browser.evaluation.marking import press
from tests.evaluation.adjudication.disputes import BAD, GOOD, A, item_of, make_adjudicator, make_dispute, mark

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


def test_a_dispute_is_decided_taken_back_and_decided_anew_by_keys(open_window: OpenWindow) -> None:
    opened = make_dispute()
    project, item = opened.project, item_of(opened)
    adjudicator = make_adjudicator(project)
    page = open_window(adjudicator).page
    page.goto(f"/evaluation/{project.slug}/adjudication/{item.number}/")
    expect(page.locator("html[data-judging=ready]")).to_be_attached()
    outputs = describe_item(project, find_task(project, item.number))["outputs"]
    place = outputs.index(BAD)
    fields = page.locator("fieldset.question")
    expect(fields.nth(place).locator(".stack .marks li")).to_have_count(1)  # both marked it
    expect(fields.nth(1 - place).get_by_role("spinbutton")).to_have_value("95")

    # The page begins at the first open answer. A's judgement is taken whole, then one of the marks is made graver.
    press(page, "Shift+A")
    expect(fields.nth(place).locator(".stack .marks li")).to_have_count(2)
    expect(fields.nth(place).get_by_role("spinbutton")).to_have_value("20")
    field = fields.nth(place).get_by_role("textbox").first
    field.focus()
    words = fields.nth(place).locator(".output")
    for _ in BAD.split():
        if "gelo" not in words.locator(".is-chosen").all_inner_texts():
            press(page, "ArrowRight")
    press(page, "2")
    expect(page.locator("#receipt")).not_to_be_empty()
    page.get_by_role("textbox", name="Note").focus()
    page.keyboard.type("x marks it")  # letters are words here, no keys
    page.locator("#submit").focus()
    press(page, "Enter")
    expect(page.get_by_text("There are no more judgements to adjudicate.")).to_be_visible()
    decision = JudgementAdjudication.objects.get()
    texts = [output["text"] for output in item.judgement_task.outputs]
    assert (decision.is_done, decision.note, decision.decided_by) == (True, "x marks it", adjudicator)
    assert [decision.answers[texts.index(text)] for text in (GOOD, BAD)] == [95, 20]
    assert decision.spans[texts.index(BAD)] == [mark(BAD, "spaccato", "major"), mark(BAD, "gelo", "major")]

    page.go_back()
    page.reload()
    page.get_by_role("button", name="Take back the decision").focus()
    press(page, "Enter")
    expect(page.locator("html[data-judging=ready]")).to_be_attached()
    assert Item.objects.get(pk=item.pk).state == Item.State.ANNOTATED
    fields.nth(place).get_by_role("button", name="Delete the mark on gelo").focus()
    press(page, "Enter")
    fields.nth(place).locator("[data-take-mark]").filter(has_text="gelo").first.focus()
    press(page, "Enter")
    page.locator("#submit").focus()
    press(page, "Enter")
    expect(page.get_by_text("There are no more judgements to adjudicate.")).to_be_visible()
    decision.refresh_from_db()
    assert decision.spans[texts.index(BAD)] == sorted(A[BAD][1], key=lambda each: each["start"])
