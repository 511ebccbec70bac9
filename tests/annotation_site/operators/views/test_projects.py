"""Pages about projects, for operators: size, last activity, archiving, deleting, a new manager."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.test import Client
from django.utils import timezone

from annotation_site.accounts.models import User
from annotation_site.closing.models import ErasedProject
from annotation_site.closing.services.closing import archive_project, delete_project, restore_project
from annotation_site.closing.services.erasing import erase_due_projects
from annotation_site.jobs.models import Job, Upload
from annotation_site.operators.services.accounts import deactivate_person
from annotation_site.operators.services.projects import appoint_manager
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from tests.factories import make_member, make_project, make_reading, make_user


def make_release(project: Project) -> Release:
    job = Job.objects.create(project=project, kind="release", requested_by=project.created_by, idempotency_key="r")
    return Release.objects.create(
        project=project,
        number=1,
        job=job,
        file="releases/none.zip",
        file_name="idioms-1.zip",
        size=7,
        sha256="ab" * 32,
        manifest={},
        created_by=project.created_by,
    )


def test_only_operators_see_all_projects(db: None) -> None:
    project = make_project()
    client = Client()
    client.force_login(project.created_by)
    for path in ("projects/", "projects/erased/"):
        assert client.get(f"/operators/{path}").status_code == 403
    assert client.get(f"/operators/project/{project.slug}/").status_code == 404
    for act in ("archive", "restore", "delete"):
        assert client.post(f"/operators/project/{project.slug}/{act}/", {"name": project.name}).status_code == 404
    project.refresh_from_db()
    assert project.state == "active"


def test_projects_show_size_and_last_activity(page: Client) -> None:
    project = make_project(pairs=2, name="Idioms")
    make_reading(make_member(project))
    for size in (20, 22):
        Upload.objects.create(project=project, uploaded_by=project.created_by, name="f", size=size, sha256="0" * 64)
    make_release(project)
    make_project(name="Compounds")
    [row] = page.get("/operators/projects/?search=idiom").context["page"]
    assert (row.item_count, row.member_count, row.upload_bytes, row.release_count) == (2, 2, 42, 1)
    assert row.active_at == project.operations.latest("pk").created_at
    assert page.get("/operators/projects/").context["filters"] == [("", "All", 2), ("active", "Active", 2)]


def test_many_projects_ask_as_much_as_one(page: Client, django_assert_max_num_queries: Any) -> None:
    for _ in range(4):
        make_project()
    with django_assert_max_num_queries(7):
        page.get("/operators/projects/")


def test_an_operator_archives_restores_and_deletes_and_the_project_says_who(page: Client) -> None:
    project = make_project()
    address = f"/operators/project/{project.slug}/"
    page.post(f"{address}archive/"), page.post(f"{address}restore/")
    refused = page.post(f"{address}delete/", {"name": "no"})
    assert (refused.status_code, "Nothing was deleted" in refused.text) == (400, True)
    page.post(f"{address}delete/", {"name": project.name})
    project.refresh_from_db()
    assert project.state == "deleted"
    manager = Client()
    manager.force_login(project.created_by)
    for client, place in ((page, address), (manager, f"/alignment/{project.slug}/settings/")):
        acts = client.get(place).context["acts"]
        assert [(act["what"], str(act["who"])) for act in acts] == [
            ("Deleted", "Olga"),
            ("Restored", "Olga"),
            ("Archived", "Olga"),
        ]


def test_a_project_with_releases_is_deleted_by_operators_alone_and_their_hashes_stay(operator: User) -> None:
    project = make_project()
    release = make_release(project)
    with pytest.raises(NotEditable, match="papers may cite"):
        delete_project(user=project.created_by, project=project, name=project.name)
    client = Client()
    client.force_login(project.created_by)
    assert "Only an operator" in client.get(f"/projects/{project.slug}/delete/").text
    delete_project(user=operator, project=project, name=project.name)
    Project.objects.update(closed_at=timezone.now() - timedelta(days=99))
    assert erase_due_projects() == 1
    kept = [{"number": 1, "date": f"{release.created_at:%Y-%m-%d}", "file_name": "idioms-1.zip", "sha256": "ab" * 32}]
    assert ErasedProject.objects.get().releases == kept
    client.force_login(operator)
    assert "ab" * 32 in client.get("/operators/projects/erased/").text


def test_a_project_without_manager_gets_one(page: Client, operator: User) -> None:
    project, ada = make_project(), make_user("Ada")
    address = f"/operators/project/{project.slug}/"
    deactivate_person(user=operator, person=project.created_by)
    assert "Nobody who can sign in manages" in page.get(address).text
    assert page.post(address, {"address": project.created_by.email}).status_code == 400
    assert page.post(address, {"address": ada.email.upper()})["Location"] == address
    assert list(page.get(address).context["managers"]) == [ada]
    assert [act["what"] for act in page.get(address).context["acts"]] == ["Manager appointed"]


def test_managers_are_appointed_by_operators_and_in_open_projects(operator: User) -> None:
    project, ada = make_project(), make_user("Ada")
    with pytest.raises(RoleRequired):
        appoint_manager(user=project.created_by, project=project, address=ada.email)
    with pytest.raises(DomainError, match="can sign in"):
        appoint_manager(user=operator, project=project, address="nobody@example.org")
    delete_project(user=operator, project=project, name=project.name)
    with pytest.raises(NotEditable, match="deleted"):
        appoint_manager(user=operator, project=project, address=ada.email)


def test_commands_do_the_same(operator: User, capsys: pytest.CaptureFixture[str]) -> None:
    project, ada = make_project(pairs=1, name="Idioms"), make_user("Ada")
    call_command("list_projects", "--search", "idioms")
    assert capsys.readouterr().out.startswith("idioms\tIdioms\talignment\tactive\t1\t1\t0\t0\t")
    call_command("appoint_manager", "idioms", ada.email)
    call_command("archive_project", "idioms")
    call_command("restore_project", "idioms")
    with pytest.raises(CommandError, match="Nothing was deleted"):
        call_command("delete_project", "idioms", "--confirm", "Idiom")
    call_command("delete_project", "idioms", "--confirm", "Idioms")
    project.refresh_from_db()
    assert (project.state, project.closed_by) == ("deleted", operator)
    with pytest.raises(CommandError, match="no project called"):
        call_command("archive_project", "nonsense")


def test_nobody_restores_a_project_that_is_being_erased(operator: User) -> None:
    project = make_project()
    delete_project(user=operator, project=project, name=project.name)
    Project.objects.update(state=Project.State.ERASING)
    for act in (restore_project, archive_project):
        with pytest.raises(NotEditable, match="being erased"):
            act(user=operator, project=project)
    assert Project.objects.get().state == "erasing"
