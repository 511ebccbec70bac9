"""`make pictures`: the pictures in docs/images, taken of the demo projects.

`python -m tests.browser.pictures editor agreement` takes only these, with the servers that the tests need (`make
servers`); it works on a database of its own, which it drops again.
"""

import os
import re
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import django
from playwright.sync_api import Page

if TYPE_CHECKING:
    from annotation_site.assignments.models import Assignment
    from annotation_site.projects.models import Project
    from tests.browser.windows import Window

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"
Show = Callable[[Page, dict[str, "Project"]], None]


def main(names: Sequence[str]) -> int:
    """Take the pictures."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "annotation_site.settings")
    os.environ["INTERLINEA_ENVIRONMENT"] = "test"
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"  # Playwright keeps an event loop in this thread
    unknown = set(names) - PICTURES.keys()
    if unknown:
        sys.stderr.write(f"There is no picture {', '.join(sorted(unknown))}; there are {', '.join(PICTURES)}.\n")
        return 2
    with tempfile.TemporaryDirectory() as data:
        os.environ["INTERLINEA_DATA"] = data
        django.setup()
        with running_demo() as (projects, windows):
            for name in names or PICTURES:
                part, height, show = PICTURES[name]
                page = windows[part].page
                page.set_viewport_size({"width": 1280, "height": height})
                show(page, projects)
                page.screenshot(path=IMAGES / f"{name}.png")
    return 0


@contextmanager
def running_demo() -> Iterator[tuple[dict[str, "Project"], dict[str, "Window"]]]:
    """Give the demo projects by kind, and windows of their people, on a site of its own."""
    # Imported here, because these need Django to be set up.
    from django.test.utils import setup_test_environment

    from alignment.demo.services import load_demo
    from annotation_site.projects.demo import PEOPLE
    from evaluation.demo.services import load_translation_demo
    from idiomaticity.demo.services import load_rating_demo
    from tests.browser.chromium import running_chromium
    from tests.browser.windows import Window
    from tests.factories import PASSWORD
    from tests.running.databases import create_database, drop_database
    from tests.servers import running_site, running_worker

    setup_test_environment()
    create_database(name := f"interlinea_pictures_{os.getpid()}")
    try:
        passwords = dict.fromkeys(PEOPLE, PASSWORD)
        makers = {"alignment": load_demo, "idiomaticity": load_rating_demo, "evaluation": load_translation_demo}
        projects = {kind: make(passwords) for kind, make in makers.items()}
        with running_worker(), running_site() as address, running_chromium() as chromium:
            windows = {part: Window(chromium, address) for part in PEOPLE}
            for part, (_, email) in PEOPLE.items():
                windows[part].sign_in(email, PASSWORD)
            yield projects, windows
            for window in windows.values():
                window.close()
    finally:
        drop_database(name)


def show_editor(page: Page, projects: dict[str, "Project"]) -> None:
    """Show a pair that is half done, its lines drawn and a word under the cursor."""
    open_own_pair(page, projects["alignment"])
    page.locator(".word.has-sure").nth(1).focus()


def show_matrix(page: Page, projects: dict[str, "Project"]) -> None:
    """Show the same pair as a matrix."""
    open_own_pair(page, projects["alignment"])
    page.keyboard.press("m")
    page.locator("#matrix").wait_for()


def open_own_pair(page: Page, project: "Project") -> None:
    """Open a pair that is half done."""
    from annotation_site.assignments.models import Assignment

    begun = Assignment.objects.filter(item__project=project, state=Assignment.State.IN_PROGRESS).first()
    page.goto(f"/alignment/annotate/{(begun or begin_pair(project)).pk}/")
    page.locator("html[data-editor=ready]").wait_for(state="attached")


def begin_pair(project: "Project") -> "Assignment":
    """Lease annotator A's pair with an expression of several words, and draw its first links."""
    from uuid import uuid4

    from annotation_site.assignments.services.assignments import skip_assignment
    from tests.factories import draw, lease

    annotator = project.memberships.get(role="annotator", pseudonym="A")
    while "meet" not in (leased := lease(annotator)).item.sentence_pair.source_tokens:
        known = {"user": annotator.user, "assignment_id": leased.pk, "version": leased.version}
        skip_assignment(**known, operation_id=uuid4(), reason="another one is pictured")
    return draw(leased, "0-0S 1-1S 3-4S 3-5P 3-6S 4-4S 4-5P 4-6S 5-4S 5-5P 5-6S")


def show_adjudication(page: Page, projects: dict[str, "Project"]) -> None:
    """Show the most disputed pair."""
    page.goto(f"/alignment/{projects['alignment'].slug}/adjudication/")
    page.get_by_role("link", name="Start with the most disputed pair").click()
    page.locator("html[data-adjudication=ready]").wait_for(state="attached")


def show_agreement(page: Page, projects: dict[str, "Project"]) -> None:
    """Show what the agreement is and what to do."""
    page.goto(f"/projects/{projects['alignment'].slug}/agreement/")


def show_reconciliation(page: Page, projects: dict[str, "Project"]) -> None:
    """Show a pair of a round on which both are, after a step of the other one and a comment."""
    from uuid import uuid4

    from alignment.rounds.models import RoundReading
    from alignment.rounds.queries.presence import find_together
    from alignment.rounds.services.presence import renew_presence
    from alignment.rounds.services.rounds import open_round
    from alignment.rounds.services.steps import post_round_comment

    project = projects["alignment"]
    held = project.reconciliation_rounds.filter(state="open").first()
    held = held or open_round(user=project.created_by, project=project, operation_id=uuid4())
    readings = RoundReading.objects.filter(round_item__round=held).order_by("-round_item__item__number")
    own = readings.filter(assignment__annotator__pseudonym="A")[0]
    other = readings.get(round_item=own.round_item, assignment__annotator__pseudonym="B").assignment
    page.goto(f"/alignment/reconcile/{own.assignment_id}/")
    page.locator("html[data-reconciliation=ready]").wait_for(state="attached")
    together = find_together(other.annotator.user, other.pk)
    assert together is not None
    renew_presence(together)
    text = "I linked the article with the noun: it comes with it in Italian."
    post_round_comment(user=other.annotator.user, assignment_id=other.pk, operation_id=uuid4(), text=text)
    page.locator("#news").get_by_text(text).wait_for()


def show_rating(page: Page, projects: dict[str, "Project"]) -> None:
    """Show a compound in a sentence, waiting for its first rating."""
    page.goto("/")
    named = re.compile(f"annotating.*{re.escape(projects['idiomaticity'].name)}", re.DOTALL)
    page.get_by_role("button", name=named).click()
    page.locator("html[data-rating=ready]").wait_for(state="attached")


def show_compound(page: Page, projects: dict[str, "Project"]) -> None:
    """Show the ratings of an idiomatic compound."""
    page.goto(f"/idiomaticity/{projects['idiomaticity'].slug}/results/")
    page.get_by_role("link", name="glass ceiling").or_(page.locator("main tbody th a")).first.click()
    page.locator("main h1").wait_for()


def show_segment(page: Page, projects: dict[str, "Project"]) -> None:
    """Show a segment with its systems."""
    test_set = projects["evaluation"].test_sets.get()
    page.goto(f"/evaluation/{projects['evaluation'].slug}/test-sets/{test_set.pk}/segments/4/")


# The person who sees it, the height of the picture, and the way to it.
PICTURES: dict[str, tuple[str, int, Show]] = {
    "editor": ("annotator A", 860, show_editor),
    "matrix": ("annotator A", 760, show_matrix),
    "adjudication": ("adjudicator", 860, show_adjudication),
    "agreement": ("manager", 1000, show_agreement),
    "rating": ("annotator A", 820, show_rating),
    "compound": ("manager", 1200, show_compound),
    "segment": ("manager", 1000, show_segment),
    # Last: pairs of a round cannot be adjudicated.
    "reconciliation": ("annotator A", 860, show_reconciliation),
}

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
