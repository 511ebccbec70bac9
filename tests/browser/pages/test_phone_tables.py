"""Tables whose last columns would lie beyond the edge of a phone are cards there, and nothing scrolls sideways."""

import pytest
from django.urls import reverse

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Role
from tests.browser.conftest import OpenWindow
from tests.browser.windows import Window
from tests.evaluation.judgements import answer, lease_judgement, make_round
from tests.factories import draw, lease, make_member, make_project, submit

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
WIDTH = 390
FIND_SCROLLING = """() => [...document.querySelectorAll("main, main *")]
  .filter((each) => each.scrollWidth > each.clientWidth + 1 && getComputedStyle(each).overflowX !== "visible")
  .filter((each) => each.checkVisibility() && !each.closest(".visually-hidden, .tabs"))
  .map((each) => `${each.localName}.${each.className}: ${each.scrollWidth} in ${each.clientWidth}`)"""


def open_phone(open_window: OpenWindow, person: User) -> Window:
    window = open_window(width=WIDTH)
    return window.enter_as(person)


def find_scrolling(window: Window, address: str) -> list[str]:
    window.page.goto(address)
    assert window.page.locator("table.cards").first.is_visible()
    scrolling: list[str] = window.page.evaluate(FIND_SCROLLING)
    return scrolling


def test_jobs_and_gold_policies_fit_a_phone(open_window: OpenWindow, transactional_db: None) -> None:
    project = make_project(pairs=2)
    for annotator in (make_member(project), make_member(project)):
        submit(draw(lease(annotator)))
    Job.objects.create(
        project=project,
        kind="import_preview",
        requested_by=project.created_by,
        idempotency_key="1",
        state=Job.State.FAILED,
        error="Zeitschriftenartikel.tsv, line 12: there are 3 columns; 2 are expected. Nothing was imported.",
    )
    phone = open_phone(open_window, project.created_by)
    jobs = reverse("projects:jobs", args=[project.slug])
    assert find_scrolling(phone, jobs) == []
    progress = phone.page.get_by_text("Nothing was imported.")
    box = progress.bounding_box()
    assert box is not None and box["x"] + box["width"] <= WIDTH
    assert find_scrolling(phone, reverse("alignment:release_new", args=[project.slug])) == []
    majority = phone.page.get_by_text("needs three readings of each pair")
    assert majority.is_visible()


def test_agreement_of_judges_and_what_a_release_holds_fit_a_phone(
    open_window: OpenWindow, transactional_db: None
) -> None:
    judging_round = make_round()
    project = judging_round.project
    for _ in range(2):
        answer(lease_judgement(make_member(project, Role.ANNOTATOR)))
    phone = open_phone(open_window, project.created_by)
    assert find_scrolling(phone, reverse("evaluation:judging_agreement", args=[project.slug])) == []
    assert phone.page.locator("td[data-label='α, ordinal']").first.is_visible()
    assert find_scrolling(phone, reverse("evaluation:release_new", args=[project.slug])) == []
