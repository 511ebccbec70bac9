"""Pages of a project in groups of work, each for those who may open it."""

from typing import Any

import pytest

from alignment.kind import WordAlignment
from annotation_site.accounts.models import User
from annotation_site.projects.models import Project, Role
from annotation_site.projects.navigation import MOST_BESIDE, find_guide, project_context
from tests.factories import make_member, make_project, make_reading

pytestmark = pytest.mark.django_db


@pytest.fixture
def project(db: None) -> Project:
    return make_project(pairs=1)


def labels(links: list[Any]) -> list[str]:
    return [link.label for link in links]


def test_a_manager_finds_the_pages_in_groups(project: Project) -> None:
    found = project_context(project.created_by, project, "alignment:pairs")
    assert labels(found["navigation"]) == ["Overview", "Text", "Work", "Quality", "Results", "Setup"]
    assert [link.label for link in found["navigation"] if link.is_current] == ["Text"]
    name, pages = found["navigation_group"]
    assert (name, labels(pages)) == ("Text", ["Pairs", "Import"])
    assert [link.is_current for link in pages] == [True, False]


def test_a_page_alone_in_its_group_stands_for_itself(project: Project) -> None:
    found = project_context(project.created_by, project, "alignment:overview")
    assert found["navigation"][0].url == f"/alignment/{project.slug}/"
    assert found["navigation_group"] is None


def test_few_pages_stand_beside_each_other(project: Project) -> None:
    annotator: User = make_member(project).user
    found = project_context(annotator, project, "alignment:assignments")
    assert {"Overview", "My work", "Guidelines"} <= set(labels(found["navigation"]))
    assert len(found["navigation"]) <= MOST_BESIDE
    assert found["navigation_group"] is None


def test_a_group_leads_to_the_page_where_something_waits(project: Project) -> None:
    for links in ("0-0S 1-2S 2-1S", "0-0P 1-2S 2-1S"):
        make_reading(make_member(project), links)
    navigation = project_context(project.created_by, project, "alignment:overview")["navigation"]
    work = next(link for link in navigation if link.label == "Work")
    assert (work.count, work.url) == (1, f"/alignment/{project.slug}/adjudication/")


@pytest.mark.parametrize(
    ("role", "guide"),
    [
        (Role.ANNOTATOR, "guides/annotators"),
        (Role.ADJUDICATOR, "guides/adjudicators"),
        (Role.MANAGER, "guides/managers"),
    ],
)
def test_pages_that_everybody_visits_lead_to_the_guide_of_ones_role(project: Project, role: Role, guide: str) -> None:
    person = make_member(project, role=role).user
    for page in ("alignment:overview", "projects:guidelines", "projects:questions"):
        assert project_context(person, project, page)["help_page"].partition("#")[0] == guide


def test_other_pages_lead_to_what_is_said_about_them(project: Project) -> None:
    annotator, adjudicator = make_member(project), make_member(project, role=Role.ADJUDICATOR)
    found = project_context(annotator.user, project, "alignment:assignments")
    assert found["help_page"] == "guides/annotators#linking-words"
    found = project_context(adjudicator.user, project, "projects:releases")
    assert found["help_page"] == "guides/managers#release"


def test_of_several_roles_the_guide_is_that_which_leads_furthest() -> None:
    assert find_guide({Role.ANNOTATOR, Role.MANAGER}) == "guides/managers"
    assert find_guide(()) == "guides/annotators"


def test_every_page_of_a_kind_stands_in_one_group_without_a_gap() -> None:
    groups = [tab.group or tab.label for tab in WordAlignment.tabs]
    assert groups == sorted(groups, key=groups.index)
