"""A real browser on the real site, with a window of their own for every person."""

import re
from collections.abc import Callable, Iterator

import pytest

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Membership
from tests.browser.acts.annotating import Desk
from tests.browser.chromium import Chromium, running_chromium
from tests.browser.windows import PICTURES, Window
from tests.factories import lease, make_member, make_pair, make_project

OpenWindow = Callable[..., Window]
_reports = pytest.StashKey[pytest.TestReport]()


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Iterator[None]:
    """Keep the outcome where the windows' fixture finds it."""
    report = yield
    if report.when == "call":
        item.stash[_reports] = report
    return report


@pytest.fixture(scope="package")
def chromium() -> Iterator[Chromium]:
    """One Chromium for all browser tests."""
    with running_chromium() as running:
        yield running


@pytest.fixture
def open_window(
    request: pytest.FixtureRequest, chromium: Chromium, transactional_db: None, site: str
) -> Iterator[OpenWindow]:
    """Open windows; afterwards, any error logged by a browser fails the test."""
    windows: list[Window] = []

    def open_one(person: User | None = None, **look: object) -> Window:
        window = Window(chromium, site, **look)
        windows.append(window)
        if person:
            window.enter_as(person)
        return window

    yield open_one
    report = request.node.stash.get(_reports, None)
    has_failed = report is None or report.failed
    name = re.sub(r"\W+", "-", request.node.name)
    for number, window in enumerate(windows):
        window.close(PICTURES / f"{name}-{number}" if has_failed else None)
    complaints = [line for window in windows for line in window.unexpected()]
    assert not complaints, "\n".join(["The browser complained:", *complaints])


@pytest.fixture
def annotator(transactional_db: None) -> Membership:
    """Make an annotator of a project of three equal pairs of four words."""
    project = make_project()
    for _ in range(3):
        make_pair(project, "a very black cat", "un gatto molto nero")
    return make_member(project)


@pytest.fixture
def assignment(annotator: Membership) -> Assignment:
    """Lease the annotator's first pair."""
    return lease(annotator)


@pytest.fixture
def desk(open_window: OpenWindow, annotator: Membership, assignment: Assignment) -> Desk:
    """Open the annotator's first pair in the editor."""
    return Desk(open_window(annotator.user)).open(assignment)
