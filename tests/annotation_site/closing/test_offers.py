"""Pages of an archived project: they can be read, and offer nothing that would be refused."""

import re
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.assignments.kinds import find_kind
from annotation_site.assignments.services.leasing import lease_next
from annotation_site.closing.services.closing import archive_project, restore_project
from annotation_site.projects.models import Project
from annotation_site.projects.services.members import invite
from annotation_site.projects.services.projects import publish_guideline
from tests.annotation_site.assignments.desks import CASES
from tests.factories import make_member, make_project, make_reading
from tests.markup import markup_of

pytestmark = pytest.mark.django_db
# Pages of every kind, and an action that each offers while the project is active.
SHARED = {
    "{kind}:assignments": "Next item",
    "{kind}:settings": ">Save settings<",
    "projects:members": "Send invitations",
    "projects:webhooks": "Add a webhook",
    "projects:releases": "New release",
    "projects:guidelines": "Write new version",
}
# Pages that a kind has if it has the tab.
OPTIONAL = {"projects:releases"}


def read(client: Client, project: Project, route: str, *args: object) -> str:
    return markup_of(client.get(reverse(route, args=[project.slug, *args])))


@pytest.mark.parametrize("kind", sorted(CASES))
def test_pages_of_an_archived_project_offer_no_change(kind: str, settings: Any) -> None:
    settings.OUTGOING_HOSTS = ["example.org"]
    project = CASES[kind].make()
    manager = project.created_by
    make_member(project, user=manager)
    publish_guideline(user=manager, project=project, text="Some.")
    invite(user=manager, project=project, role="annotator", days=1, use_limit=1)
    client = Client()
    client.force_login(manager)

    shared = {name: action for name, action in SHARED.items() if name not in OPTIONAL or find_kind(kind).has_tab(name)}

    def offered() -> set[str]:
        pages = {name: (read(client, project, name.format(kind=kind)), action) for name, action in shared.items()}
        assert all("<h1>" in page for page, _ in pages.values())
        overview = read(client, project, f"{kind}:overview")
        own = f'action="{reverse(f"{kind}:assignments_next", args=[project.slug])}"'
        pages |= {"own work": (overview, own), "checklist": (overview, '<a class="button compact')}
        pages["revoke"] = (pages["projects:members"][0], ">Revoke<")
        return {name for name, (page, action) in pages.items() if action in page}

    expected = {*shared, "own work", "checklist", "revoke"}
    assert offered() == expected
    archive_project(user=manager, project=project)
    assert offered() == set()
    restore_project(user=manager, project=project)
    assert offered() == expected


@pytest.mark.parametrize("kind", sorted(CASES))
def test_settings_of_an_archived_project_can_be_read(kind: str) -> None:
    project = CASES[kind].make()
    client = Client()
    client.force_login(project.created_by)
    assert "disabled>" not in read(client, project, f"{kind}:settings").partition("<h2>Fixed</h2>")[0]
    archive_project(user=project.created_by, project=project)
    page = read(client, project, f"{kind}:settings")
    assert '<fieldset class="form" disabled>' in page and f'value="{project.name}"' in page
    assert reverse("projects:restore", args=[project.slug]) in page


@pytest.mark.parametrize("kind", sorted(CASES))
def test_work_in_an_archived_project_is_neither_commented_on_nor_skipped(kind: str) -> None:
    project = CASES[kind].make()
    annotator = make_member(project)
    assignment = lease_next(user=annotator.user, project=project)
    assert assignment is not None
    address = reverse(find_kind(kind).route(find_kind(kind).page), args=[assignment.pk])
    client = Client()
    client.force_login(annotator.user)

    def offered() -> set[str]:
        page = markup_of(client.get(address))
        form = re.search(r'<form[^>]* id="comment-form"[^>]*>', page)
        is_open = form is not None and "data-closed" not in form[0]
        return ({"comment"} if is_open else set()) | ({"skip"} if "skip-reason" in page else set())

    assert offered() == {"comment", "skip"}
    archive_project(user=project.created_by, project=project)
    assert "This project is archived." in markup_of(client.get(address))
    assert offered() <= ({"skip"} if kind == "alignment" else set())


def test_a_pair_of_an_archived_project_is_neither_corrected_nor_withdrawn() -> None:
    project = make_project(pairs=1)
    make_reading(make_member(project))
    client = Client()
    client.force_login(project.created_by)
    page = read(client, project, "alignment:pair", 1)
    assert "Correct text" in page and ">Withdraw<" in page
    archive_project(user=project.created_by, project=project)
    page = read(client, project, "alignment:pair", 1)
    assert "Correct text" not in page and ">Withdraw<" not in page
