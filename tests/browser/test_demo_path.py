"""On the demo, which is always there: a waiting pair is read, decided, released and verified."""

import json
import re
from io import StringIO
from itertools import repeat
from pathlib import Path

import pytest
from django.core.management import call_command
from playwright.sync_api import expect

from alignment.demo.services import load_demo
from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.demo import PEOPLE
from annotation_site.projects.models import Project, Role
from tests.browser.acts.adjudicating import Bench
from tests.browser.acts.annotating import Desk
from tests.browser.acts.managing import Office
from tests.browser.conftest import OpenWindow
from tests.browser.windows import Window, expect_at
from tests.factories import PASSWORD

pytestmark = pytest.mark.browser


@pytest.fixture
def demo(transactional_db: None, files_folder: Path) -> Project:
    """Make the demo project; everybody signs in with PASSWORD."""
    return load_demo(dict.fromkeys(PEOPLE, PASSWORD))


def sign_in(open_window: OpenWindow, part: str) -> Window:
    window = open_window()
    window.sign_in(PEOPLE[part][1], PASSWORD)
    return window


def test_a_waiting_pair_is_read_decided_and_released(
    open_window: OpenWindow, demo: Project, worker: None, tmp_path: Path
) -> None:
    number = read_waiting_pair(sign_in(open_window, "annotator B"), demo)
    decide(sign_in(open_window, "adjudicator"), demo, number)
    office = Office(sign_in(open_window, "manager"))
    office.page.get_by_role("link", name=demo.name, exact=True).click()
    office.release("with the pair that waited")
    file = office.download_release(1, tmp_path)
    output = StringIO()
    call_command("verify", str(file), stdout=output)
    report = json.loads(output.getvalue())
    assert report["verified"] is True
    assert number in released_numbers(demo)


def read_waiting_pair(window: Window, demo: Project) -> int:
    """Read one pair that the other annotator has read already."""
    window.page.get_by_role("link", name=demo.name, exact=True).click()
    window.page.locator("#own-work ~ .actions button").click()
    expect_at(window.page, re.compile(r"/annotate/\d+/$"))
    desk = Desk(window).wait_until_ready()
    pair = Assignment.objects.get(pk=desk.assignment).item
    assert pair.submitted_count == 1
    desk.link_by_mouse([0], [0], "P")
    desk.link_by_keys([1], [1], "S")
    desk.expect_saved()
    earlier = desk.assignment
    desk.page.locator("#submit").click()
    desk.mark_rest()
    desk.expect_pair_after(earlier)
    return int(pair.number)


def decide(window: Window, demo: Project, number: int) -> None:
    """Decide every disagreement of the pair as annotator A, but leave one open."""
    bench = Bench(window)
    bench.page.goto(f"/alignment/{demo.slug}/adjudication/")
    bench.page.get_by_role("link", name=f"Pair {number}:").click()
    bench.expect_ready()
    bench.page.keyboard.press("o")
    expect(bench.page.locator(".dispute[data-done]").first).to_be_attached()
    bench.decide_all(repeat("a"))
    assert Item.objects.get(project=demo, number=number).state == Item.State.ADJUDICATED


def released_numbers(demo: Project) -> set[int]:
    """Return numbers of the pairs in the only release: those that have all their readings."""
    assert demo.releases.get().manifest["counts"]["pairs"] == demo.items.exclude(state=Item.State.OPEN).count()
    assert demo.memberships.filter(role=Role.ANNOTATOR).count() == 2
    return set(demo.items.exclude(state=Item.State.OPEN).values_list("number", flat=True))
