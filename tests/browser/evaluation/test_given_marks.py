"""Three judges of a round with given marks: one keeps, one changes, one deletes and adds, by keys and on a phone."""

import re

import pytest
from django.core.files.base import ContentFile
from playwright.sync_api import Page, expect

from annotation_site.projects.models import Membership
from evaluation.correlation.queries.human_scores import find_judging_round_report
from evaluation.judging.models import JudgingRound
from tests.browser.conftest import OpenWindow
from tests.browser.evaluation.marking import COLUMNS, TABLE, press, start_marking, words_of
from tests.browser.windows import expect_away, expect_saved, measure_overflow
from tests.evaluation.judgements import lease_judgement, make_evaluation_project, make_round
from tests.evaluation.translated import make_test_set
from tests.factories import make_member

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

RATINGS = (
    "system\tdoc\tdoc_id\tseg_id\trater\tsource\ttarget\tcategory\tseverity\n"
    "one\td\td\t1\tr\tThey broke the ice at last.\tHanno <v>rotto</v> il ghiaccio.\tOther\tminor\n"
    "other\td\td\t1\tr\tThey broke the ice at last.\tHanno spaccato il gelo, infine.\tNo-error\tno-error\n"
)


@pytest.fixture
def opened(transactional_db: None, files_folder: object) -> JudgingRound:
    project = make_evaluation_project()
    test_set = make_test_set(project, TABLE, COLUMNS, ["one", "other"])
    file = ContentFile(RATINGS.encode(), name="metric.tsv")
    return make_round(project, test_set, method="esa", required_count=3, given_file=file)


def submit_scores(page: Page) -> None:
    for field in page.locator("input[type=number]").all():
        field.fill("80")
    expect_saved(page)
    page.locator("#submit").click()
    expect_away(page, re.compile(r"/judge/\d+/$"))


def find_marked(page: Page) -> int:
    """Return the place of the translation with the given mark."""
    texts = page.locator("fieldset .output").all_inner_texts()
    return next(place for place, text in enumerate(texts) if "rotto" in text)


def test_three_judges_keep_change_delete_and_add(open_window: OpenWindow, opened: JudgingRound) -> None:
    keeper, changer, deleter = (make_member(opened.project) for _ in range(3))
    page, kept = start_marking(open_window, keeper)
    expect(page.get_by_text("Some errors are already marked.")).to_be_visible()
    expect(page.locator(".marks .given")).to_have_text(["given"])
    submit_scores(page)
    assert sorted(words_of(kept), key=len) == [[], [("rotto", "Error", "minor")]]
    page, changed = start_marking(open_window, changer)
    page.locator(".marks button.mark-name").focus()
    press(page, "Enter", "2")
    expect(page.locator(".marks .given")).to_have_count(0)
    submit_scores(page)
    assert sorted(words_of(changed), key=len) == [[], [("rotto", "Error", "major")]]
    page, deleted = start_marking(open_window, deleter, width=390)
    place = find_marked(page)
    assert measure_overflow(page) == 0
    page.locator(".marks button.plain").click()
    page.locator("fieldset .output").nth(1 - place).press("2")
    expect(page.locator(".marks .major")).to_have_count(1)
    submit_scores(page)
    assert [len(marks) for marks in words_of(deleted)] == ([0, 1] if place == 0 else [1, 0])
    [everyone, *each] = find_judging_round_report(opened).given_marks.annotators
    assert (everyone.given, everyone.kept, everyone.changed, everyone.deleted) == (3, 1 / 3, 1 / 3, 1 / 3)
    assert everyone.added == 1 and len(each) == 3
    manager = open_window(opened.project.created_by).page
    manager.goto(f"/evaluation/{opened.project.slug}/judging-rounds/{opened.number}/")
    expect(manager.get_by_role("heading", name="Given marks")).to_be_visible()
    expect(manager.get_by_text("metric.tsv")).to_be_visible()


def test_given_marks_are_listed_and_submitted_without_scripts(open_window: OpenWindow, opened: JudgingRound) -> None:
    judge: Membership = make_member(opened.project)
    window = open_window(judge.user, has_scripts=False)
    assignment = lease_judgement(judge)
    window.page.goto(f"/evaluation/judge/{assignment.pk}/")
    expect(window.page.locator(".marks li")).to_contain_text(["rotto"])
    for field in window.page.locator("input[type=number]").all():
        field.fill("80")
    window.page.locator("#submit").click()
    assert sorted(words_of(assignment), key=len) == [[], [("rotto", "Error", "minor")]]
