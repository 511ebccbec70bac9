"""Pages of a project in groups of work, each for those who may open it."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import resolve, reverse

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.projects.kinds import ProjectKind, list_kinds
from annotation_site.projects.models import Project, Role
from annotation_site.projects.navigation import MOST_BESIDE, find_guide, project_context
from annotation_site.projects.services.projects import create_project
from annotation_site.webhooks.models import Webhook
from tests.factories import make_member, make_project, make_reading, make_user
from tests.markup import markup_of

pytestmark = pytest.mark.django_db
SEVEN = ["Overview", "Data", "People", "Annotate", "Agreement", "Adjudicate", "Results"]
LANGUAGES = {
    Project.Kind.ALIGNMENT: {"source_language": "en", "target_language": "it"},
    Project.Kind.IDIOMATICITY: {"language": "en"},
    Project.Kind.EXPRESSIONS: {"language": "en"},
    Project.Kind.EVALUATION: {"source_language": "en", "target_language": "it"},
}


@pytest.fixture
def project(db: None) -> Project:
    return make_project(pairs=1)


def labels(links: list[Any]) -> list[str]:
    return [link.label for link in links]


def test_a_manager_finds_the_pages_in_groups(project: Project) -> None:
    found = project_context(project.created_by, project, "alignment:pairs")
    assert labels(found["navigation"]) == [*SEVEN, "Jobs", "Settings"]
    assert labels([link for link in found["navigation"] if link.sign]) == ["Jobs", "Settings"]
    assert [link.label for link in found["navigation"] if link.is_current] == ["Data"]
    name, pages = found["navigation_group"]
    assert (name, labels(pages)) == ("Data", ["Pairs", "Import"])
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
    work = next(link for link in navigation if link.label == "Adjudicate")
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


@pytest.mark.parametrize("kind", list_kinds(), ids=lambda kind: kind.kind)
def test_every_kind_has_the_same_seven_groups_in_the_same_order(kind: ProjectKind) -> None:
    manager = make_user(can_create_projects=True)
    project = create_project(kind=kind.kind, user=manager, name="Map", **LANGUAGES[kind.kind])
    navigation = project_context(manager, project, f"{kind.kind}:overview")["navigation"]
    assert labels([link for link in navigation if not link.sign]) == SEVEN
    client = Client()
    client.force_login(manager)
    for link in navigation:
        page = client.get(link.url, follow=True)
        tab = r'aria-current="(?:true|page)">(?:<svg.*?</svg>)?<span class="tab-label">([^<]+)'
        current = re.findall(tab, markup_of(page))
        assert page.status_code == 200
        assert link.label in current, f"{link.url} stands under {current}"


def test_an_extra_page_has_a_tab_only_while_one_is_there(project: Project) -> None:
    elsewhere = project_context(project.created_by, project, "projects:releases")["navigation_group"]
    there = project_context(project.created_by, project, "evaluation:test_sets")["navigation_group"]
    assert labels(elsewhere[1]) == ["Systems", "Releases"]
    assert labels(there[1]) == ["Systems", "Releases", "Test sets"]


def test_an_extra_page_gets_its_tab_once_it_is_used(project: Project) -> None:
    other = make_project(project.created_by, name="Other")
    for each in (project, other):
        shown = project_context(project.created_by, each, "alignment:settings")["navigation_group"]
        assert labels(shown[1]) == ["Settings", "More"]
    Webhook.objects.create(project=project, address="https://example.org/", secret="", created_by=project.created_by)
    shown = project_context(project.created_by, project, "alignment:settings")["navigation_group"]
    assert labels(shown[1]) == ["Settings", "More", "Webhooks"]
    shown = project_context(project.created_by, other, "alignment:settings")["navigation_group"]
    assert labels(shown[1]) == ["Settings", "More"]


def list_tabs(user: User, project: Project) -> list[str]:
    """Return the tabs of all groups together, as somebody sees them who opens each group."""
    pages: list[str] = []
    for link in project_context(user, project, f"{project.kind}:overview")["navigation"]:
        route = resolve(link.url)
        group = project_context(user, project, f"{route.namespace}:{route.url_name}")["navigation_group"]
        pages += labels(group[1]) if group else [link.label]
    return pages


@pytest.mark.parametrize("kind", list_kinds(), ids=lambda kind: kind.kind)
def test_more_lists_every_page_without_a_tab_and_leads_to_it(kind: ProjectKind) -> None:
    manager = make_user(can_create_projects=True)
    project = create_project(kind=kind.kind, user=manager, name="Map", **LANGUAGES[kind.kind])
    extras = [tab for tab in kind.tabs if tab.extra]
    expected = {"Webhooks", "Deposits", *(["Machines"] if kind.machine_tasks else [])}
    assert expected <= {tab.label for tab in extras}
    client = Client()
    client.force_login(manager)
    text = markup_of(client.get(f"/projects/{project.slug}/more/"))
    for tab in extras:
        url = reverse(tab.route, args=[project.slug])
        assert f'href="{url}"' in text and tab.label in text
        assert client.get(url, follow=True).status_code == 200
    assert not {tab.label for tab in extras} & set(list_tabs(manager, project))


def test_more_is_for_managers(project: Project) -> None:
    client = Client()
    client.force_login(make_member(project).user)
    assert client.get(f"/projects/{project.slug}/more/").status_code == 403


def test_jobs_say_that_one_is_running_until_it_ends(project: Project) -> None:
    def is_running() -> bool:
        found = project_context(project.created_by, project, "alignment:pairs")
        return next(link.is_running for link in found["navigation"] if link.label == "Jobs")

    assert not is_running()
    job = Job.objects.create(project=project, kind="release", requested_by=project.created_by)
    assert is_running()
    Job.objects.filter(pk=job.pk).update(state=Job.State.SUCCEEDED)
    assert not is_running()
