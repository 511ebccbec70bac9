"""A newcomer trains, by keyboard and by mouse, and the manager looks at how they work."""

from typing import Literal

import pytest
from playwright.sync_api import Page, expect

from alignment.training.models import KnownGold, TrainingRun
from tests.alignment.training.training_project import GOLD, WRONG, TrainingProject
from tests.browser.conftest import OpenWindow
from tests.browser.windows import find_violations, measure_overflow
from tests.factories import draw

pytestmark = pytest.mark.browser


@pytest.fixture
def training(transactional_db: None) -> TrainingProject:
    return TrainingProject(training_threshold=50)


def in_order(page: Page) -> None:
    page.wait_for_load_state()
    assert find_violations(page) == []
    assert measure_overflow(page) == 0


def test_a_newcomer_trains_by_keyboard(open_window: OpenWindow, training: TrainingProject) -> None:
    begun = training.next()
    assert begun is not None
    draw(begun, "0-0S 1-2S 2-1S")
    page = open_window(training.newcomer.user).page
    page.goto(f"/alignment/{training.project.slug}/training/")
    in_order(page)
    page.get_by_role("button", name="Start training").focus()
    page.keyboard.press("Enter")
    expect(page.locator("html[data-editor=ready]")).to_be_attached()
    page.locator("#submit").focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(
        f"Training pair {begun.item.number}: 100.0 % agreement with gold"
    )
    in_order(page)
    page.get_by_role("button", name="Next training pair").focus()
    page.keyboard.press("Enter")
    expect(page.locator("html[data-editor=ready]")).to_be_attached()
    assert TrainingRun.objects.get().readings.filter(submission=None).count() == 1


def test_a_newcomer_fails_tries_again_and_passes_by_mouse(open_window: OpenWindow, training: TrainingProject) -> None:
    for _ in training.numbers:
        training.read(WRONG)
    page = open_window(training.newcomer.user, width=820).page
    address = f"/alignment/{training.project.slug}/training/"
    page.goto(address)
    expect(page.locator("main")).to_contain_text("You have not passed yet.")
    in_order(page)
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("button", name="Try again")).to_have_count(0)
    page.goto(address)
    for number, button in zip(training.numbers, ("Start training", "Next training pair"), strict=True):
        page.get_by_role("button", name=button).click()
        expect(page.locator("html[data-editor=ready]")).to_be_attached()
        draw(training.newcomer.assignments.in_progress().get(), GOLD)
        page.reload()
        expect(page.locator("html[data-editor=ready]")).to_be_attached()
        page.locator("#submit").click()
        expect(page.get_by_role("heading", level=1)).to_have_text(
            f"Training pair {number}: 100.0 % agreement with gold"
        )
    page.goto(address)
    expect(page.locator("main")).to_contain_text("You have passed")
    in_order(page)
    assert [run.state for run in TrainingRun.objects.order_by("number")] == ["failed", "passed"]


def test_the_manager_chooses_pairs_and_looks_at_annotator_quality_by_keyboard(
    open_window: OpenWindow, training: TrainingProject
) -> None:
    page = open_window(training.manager).page
    page.goto(f"/alignment/{training.project.slug}/annotator-quality/")

    def enter(role: Literal["link", "button"], name: str) -> None:
        page.get_by_role(role, name=name, exact=True).focus()
        page.keyboard.press("Enter")

    enter("link", "Training and checks")
    enter("button", f"Remove pair {training.numbers[0]}")
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_label("Pairs", exact=True).focus()
    page.keyboard.type(str(training.numbers[0]))
    page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    enter("button", "Add pairs")
    expect(page.locator("tbody tr")).to_have_count(2)
    assert KnownGold.objects.for_checks().count() == 1
    page.goto(f"/alignment/{training.project.slug}/annotator-quality/")
    enter("link", training.elders[0].pseudonym)
    expect(page.get_by_role("heading", name="By week")).to_be_visible()


def test_the_manager_chooses_pairs_and_looks_at_annotator_quality_by_mouse(
    open_window: OpenWindow, training: TrainingProject
) -> None:
    page = open_window(training.manager).page
    page.goto(f"/alignment/{training.project.slug}/annotator-quality/")
    in_order(page)
    page.get_by_role("link", name="Training and checks").click()
    in_order(page)
    page.get_by_role("button", name=f"Remove pair {training.numbers[0]}").click()
    expect(page.locator("tbody tr")).to_have_count(1)
    page.get_by_label("Pairs", exact=True).fill(str(training.numbers[0]))
    page.get_by_label("Check pairs").first.check()
    page.get_by_role("button", name="Add pairs").click()
    expect(page.locator("tbody tr")).to_have_count(2)
    assert KnownGold.objects.for_checks().count() == 1
    page.goto(f"/alignment/{training.project.slug}/annotator-quality/")
    page.get_by_role("link", name=training.elders[0].pseudonym, exact=True).click()
    expect(page.get_by_role("heading", name="By week")).to_be_visible()
    in_order(page)
