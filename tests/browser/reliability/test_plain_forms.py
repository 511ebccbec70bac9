"""A text that was typed into a plain form is kept in the browser until the server has taken the form."""

import re
from collections.abc import Callable
from uuid import uuid4

import pytest
from django.urls import reverse
from playwright.sync_api import Locator, Page, expect

from annotation_site.accounts.models import User
from annotation_site.assignments.services.assignments import post_comment
from annotation_site.projects.models import Guideline, Project
from tests.browser.conftest import OpenWindow
from tests.browser.windows import Window, expect_at
from tests.factories import PASSWORD, make_member, make_project
from tests.idiomaticity.making import lease_rating, make_rating_project

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
TYPED = "Link what is translated.\nLeave articles unlinked."
KEPT = "() => Object.keys(localStorage).filter(key => key.includes(':typed:')).length"
BACK = re.compile("What you typed here on .* was not saved. It is back in the box.")
CHANGED = re.compile("What you typed here on .* was not saved, and the saved text has changed since:")


def guidelines_of(project: Project) -> str:
    return reverse("projects:guideline_new", args=[project.slug])


def box_of(page: Page, url: str, label: str = "Text") -> Locator:
    page.goto(url)
    page.wait_for_load_state()
    return page.get_by_label(label, exact=True)


def type_guidelines(open_window: OpenWindow, *complaints: str) -> tuple[Project, Window]:
    """Return a project and its manager's window, with a text typed that nobody has saved."""
    project = make_project()
    window = open_window(project.created_by)
    window.expect_complaint(*complaints)
    box_of(window.page, guidelines_of(project)).fill(TYPED)
    return project, window


def test_guidelines_outlive_their_tab_and_are_forgotten_when_published(open_window: OpenWindow) -> None:
    project = make_project()
    window = open_window(project.created_by)
    page = window.open_tab()
    box_of(page, guidelines_of(project)).fill(TYPED)
    page.close()
    page = window.page
    box = box_of(page, guidelines_of(project))
    expect(box).to_have_value(TYPED)
    expect(page.get_by_text(BACK)).to_be_visible()
    page.get_by_role("button", name="Publish version 1").dblclick()
    expect_at(page, re.compile("/guidelines/$"))
    assert page.evaluate(KEPT) == 0
    assert list(Guideline.objects.values_list("text", flat=True)) == [TYPED]
    expect(box_of(page, guidelines_of(project))).to_have_value(TYPED)
    expect(page.get_by_text(BACK)).to_have_count(0)


def test_what_came_back_can_be_discarded(open_window: OpenWindow) -> None:
    project, window = type_guidelines(open_window)
    page = window.page
    box = box_of(page, guidelines_of(project))
    page.get_by_role("button", name="Discard it").click()
    expect(box).to_have_value("")
    assert page.evaluate(KEPT) == 0


def test_a_text_sent_after_the_session_ended_is_there_after_signing_in(open_window: OpenWindow) -> None:
    project, window = type_guidelines(open_window)
    page = window.page
    window.context.clear_cookies(name="sessionid")
    page.get_by_role("button", name="Publish version 1").click()
    expect_at(page, re.compile("/accounts/login/"))
    page.get_by_label("Email").fill(project.created_by.email)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect_at(page, re.compile("/guidelines/new/$"))
    expect(page.get_by_label("Text", exact=True)).to_have_value(TYPED)


def test_a_lost_line_does_not_take_a_text_along(open_window: OpenWindow) -> None:
    project, window = type_guidelines(open_window, "ERR_FAILED")
    page = window.page
    page.route(
        "**/guidelines/new/", lambda route: route.abort() if route.request.method == "POST" else route.fallback()
    )
    page.get_by_role("button", name="Publish version 1").click()
    page.wait_for_url("chrome-error://chromewebdata/")
    assert not Guideline.objects.exists()
    expect(box_of(page, guidelines_of(project))).to_have_value(TYPED)


def test_a_refused_text_is_kept_with_its_sentence(open_window: OpenWindow) -> None:
    project, window = type_guidelines(open_window, "status of 400")
    page = window.page
    page.get_by_label("Summary of changes").evaluate(
        "field => { field.maxLength = 500; field.value = 'x'.repeat(300) }"
    )
    page.get_by_role("button", name="Publish version 1").click()
    expect(page.locator("[aria-invalid=true]")).to_have_count(1)
    expect(page.get_by_label("Text", exact=True)).to_have_value(TYPED)
    assert page.evaluate(KEPT) == 1
    expect(box_of(page, guidelines_of(project))).to_have_value(TYPED)


def test_a_form_that_grows_by_a_person_saves_nothing_and_keeps_what_was_typed(open_window: OpenWindow) -> None:
    project = make_project()
    page = open_window(project.created_by).page
    settings = reverse("alignment:settings", args=[project.slug])
    box_of(page, settings, "Description (optional)").fill(TYPED)
    page.get_by_role("button", name="Add me").click()
    expect(page.locator(".wordmark")).to_be_visible()
    page.wait_for_load_state()
    expect(page.get_by_label("Description (optional)", exact=True)).to_have_value(TYPED)
    assert page.evaluate(KEPT) == 1
    box = box_of(page, settings, "Description (optional)")
    expect(page.get_by_text(BACK)).to_be_visible()
    page.get_by_role("button", name="Save settings").click()
    expect(page.get_by_text("The settings were saved.")).to_be_visible()
    expect(box).to_have_value(TYPED)
    assert page.evaluate(KEPT) == 0


def test_a_text_typed_over_another_one_is_only_shown(open_window: OpenWindow) -> None:
    project = make_project()
    page = open_window(project.created_by).page
    settings = reverse("alignment:settings", args=[project.slug])
    box_of(page, settings, "Description (optional)").fill(TYPED)
    Project.objects.filter(pk=project.pk).update(description="Written by a colleague.")
    box = box_of(page, settings, "Description (optional)")
    expect(page.get_by_text(CHANGED)).to_be_visible()
    expect(box).to_have_value("Written by a colleague.")
    page.get_by_role("button", name="Put it in the box").click()
    expect(box).to_have_value(TYPED)
    box = box_of(page, settings, "Description (optional)")
    expect(page.get_by_text(BACK)).to_be_visible()
    expect(box).to_have_value(TYPED)


def test_a_text_that_is_refused_stays_in_its_field_beside_what_was_saved(open_window: OpenWindow) -> None:
    project = make_rating_project()
    window = open_window(project.created_by)
    window.expect_complaint("400")
    page = window.page
    page.goto(reverse("idiomaticity:page_texts", args=[project.slug]))
    texts = page.locator("ol.parallel textarea")
    texts.nth(0).fill("Welcome to our study.")
    texts.nth(2).fill("<b>Not of this text</b>")
    page.get_by_role("button", name="Save texts").click()
    expect(page.locator(".notice-error")).to_contain_text("Some texts were not saved.")
    expect(texts.nth(2)).to_have_value("<b>Not of this text</b>")
    expect(texts.nth(2)).to_have_attribute("aria-invalid", "true")
    expect(texts.nth(0)).to_have_value("Welcome to our study.")
    expect(page.locator("#messages")).to_contain_text("1 text saved.")


def ask(project: Project) -> str:
    annotator = make_member(project)
    assignment = lease_rating(annotator)
    post_comment(
        user=annotator.user,
        assignment_id=assignment.pk,
        operation_id=uuid4(),
        text="Which of its senses?",
        is_question=True,
    )
    return reverse("projects:questions", args=[project.slug])


def doubt(project: Project) -> str:
    return reverse("idiomaticity:adjudicate", args=[project.slug, 1])


@pytest.mark.parametrize(("make", "field", "button"), [(ask, "text", "Send answer"), (doubt, "note", "Save")])
def test_what_is_written_about_an_item_outlives_its_tab(
    open_window: OpenWindow, make: Callable[[Project], str], field: str, button: str
) -> None:
    project = make_rating_project()
    url = make(project)
    window = open_window(project.created_by)
    page = window.open_tab()
    page.goto(url)
    page.wait_for_load_state()
    page.locator(f"[name={field}]").fill(TYPED)
    page.close()
    page = window.page
    page.goto(url)
    expect(page.locator(f"[name={field}]")).to_have_value(TYPED)
    page.get_by_role("button", name=button).first.click()
    page.wait_for_function(f"() => ({KEPT})() === 0")
    page.goto(url)
    expect(page.get_by_text(BACK)).to_have_count(0)


def test_an_annotator_of_the_same_browser_is_not_shown_it(open_window: OpenWindow) -> None:
    project, window = type_guidelines(open_window)
    other: User = make_member(project, role="manager").user
    window.enter_as(other)
    expect(box_of(window.page, guidelines_of(project))).to_have_value("")
