"""Quotas that operators set for one person or project, by page and command, with a record of it."""

import pytest
from django.core.management import CommandError, call_command
from django.test import Client

from annotation_site.accounts.models import User
from annotation_site.closing.queries import list_acts
from annotation_site.operators.services.quotas import set_person_quota, set_project_quota
from annotation_site.web.exceptions import DomainError, RoleRequired
from tests.factories import make_project, make_user


def test_a_quota_of_a_person_is_set_taken_back_and_recorded(operator: User) -> None:
    ada = make_user("Ada")
    for amount in (3, 3, None):
        set_person_quota(user=operator, person=ada, name="projects", amount=amount)
    ada.refresh_from_db()
    assert ada.quotas == {}
    assert [(act.kind, act.payload) for act in ada.account_acts.order_by("pk")] == [
        ("set_quota", {"quota": "projects", "before": None, "after": 3}),
        ("set_quota", {"quota": "projects", "before": 3, "after": None}),
    ]


def test_a_quota_of_a_project_stands_in_its_history(operator: User) -> None:
    project = make_project()
    set_project_quota(user=operator, project=project, name="items", amount=0)
    project.refresh_from_db()
    assert project.quotas == {"items": 0}
    assert [(act["what"], act["who"]) for act in list_acts(project)] == [("Quota changed: Items, 0", operator)]


def test_only_operators_set_quotas_and_only_those_there_are(operator: User) -> None:
    project = make_project()
    with pytest.raises(RoleRequired):
        set_project_quota(user=project.created_by, project=project, name="items", amount=1)
    with pytest.raises(RoleRequired):
        set_person_quota(user=project.created_by, person=project.created_by, name="projects", amount=1)
    with pytest.raises(DomainError, match="no such quota"):
        set_person_quota(user=operator, person=project.created_by, name="items", amount=1)
    with pytest.raises(DomainError, match="whole number"):
        set_project_quota(user=operator, project=project, name="items", amount=-1)


def test_pages_take_bytes_in_megabytes_and_empty_for_the_setting(operator: User) -> None:
    project = make_project()
    client = Client()
    client.force_login(operator)
    person, place = project.created_by, f"/operators/project/{project.slug}/"
    client.post(f"{place}quota/", {"name": "upload_bytes", "amount": "5"})
    client.post(f"{place}quota/", {"name": "items", "amount": "many"})
    project.refresh_from_db()
    assert project.quotas == {"upload_bytes": 5 << 20}
    assert "5.0\xa0MB" in client.get(place).text or "5.0 MB" in client.get(place).text
    client.post(f"{place}quota/", {"name": "upload_bytes", "amount": ""})
    client.post(f"/operators/people/{person.pk}/quota/", {"name": "projects", "amount": "4"})
    assert client.post(f"{place}quota/", {"name": "projects", "amount": "4"}).status_code == 404
    assert "Quota changed: Projects created, 4 by Olga" in client.get(f"/operators/people/{person.pk}/").text
    project.refresh_from_db(), person.refresh_from_db()
    assert (project.quotas, person.quotas) == ({}, {"projects": 4})
    assert client.get(f"/operators/people/{person.pk}/").status_code == 200


def test_the_command_sets_and_shows_them(operator: User, capsys: pytest.CaptureFixture[str]) -> None:
    project = make_project(pairs=1)
    call_command("set_quota", "project", project.slug, "items", "9")
    assert "items\t1\t9\n" in capsys.readouterr().out
    call_command("set_quota", "person", project.created_by.email, "projects")
    assert "projects\t1\t200\n" in capsys.readouterr().out
    with pytest.raises(CommandError, match="no such quota"):
        call_command("set_quota", "person", project.created_by.email, "items", "9")
