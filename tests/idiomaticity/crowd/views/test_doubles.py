"""One person who comes twice: by another spelling, another link, another browser."""

import csv
from datetime import date
from importlib import import_module

import pytest
from django.db import connection
from django.test import Client
from django.urls import reverse

from annotation_site.projects.models import Project
from idiomaticity.crowd.codes import digest_spellings
from idiomaticity.crowd.jobs import note_traits
from idiomaticity.crowd.models import CrowdWorker
from idiomaticity.crowd.queries.people import find_doubles
from tests.idiomaticity.crowd.entering import come_in, link_of, rate, set_up, who

pytestmark = pytest.mark.django_db
SPELLINGS = ("5F3C0FFEE", "5F3C0ffee", "5f3c0ffee%E2%80%8B", "%EF%BC%95f3c0ffee")
WITHOUT_SESSION = ["", "&SESSION_ID=", "&SESSION_ID=a%20b", "&session_id=s2", "&SESSION_ID={{%25SESSION_ID%25}}"]
IDS = {"worker_parameter": "PROLIFIC_PID", "session_parameter": "SESSION_ID"}


def query(worker: str, session: str) -> str:
    return f"?PROLIFIC_PID={worker}&SESSION_ID={session}"


@pytest.fixture
def study(project: Project) -> Project:
    set_up(project, **IDS)
    return project


def test_who_failed_gets_no_other_attempt_by_another_spelling(study: Project) -> None:
    come_in(study, query("5f3c0ffee", "s1"))
    rate(CrowdWorker.objects.get(), 0)
    assert CrowdWorker.objects.get().state == "failed"
    for worker, session in zip(SPELLINGS, ("s1", "s2", "s3", "s4"), strict=True):
        client, status = come_in(study, query(worker, session))
        assert status == (404 if session == "s1" else 409), "with both ids the link leads to the return page"
        assert who(client) == ""
    assert CrowdWorker.objects.count() == 1


@pytest.mark.parametrize("session", ["s1", "S1", "%20s1", "s1%E2%80%8B", "%EF%BC%B31"])
def test_a_session_belongs_to_one_person(study: Project, session: str) -> None:
    come_in(study, query("aa", "s1"))
    client, status = come_in(study, query("bb", session))
    assert (status, who(client)) == (409, "")
    assert CrowdWorker.objects.count() == 1


@pytest.mark.parametrize("session", WITHOUT_SESSION)
def test_without_a_session_nobody_comes_in_where_one_is_given(study: Project, session: str) -> None:
    answer = Client().get(link_of(study, f"?PROLIFIC_PID=aa{session}"))
    assert answer.status_code == 400
    assert "The link is incomplete" in answer.text


@pytest.mark.parametrize("name", ["PROLIFIC_PID", "SESSION_ID"])
def test_a_link_that_names_two_people_is_refused(study: Project, name: str) -> None:
    answer = Client().get(link_of(study, f"{query('aa', 's1')}&{name}=other"))
    assert answer.status_code == 400
    assert "The link names two participants" in answer.text
    assert Client().get(link_of(study, f"{query('aa', 's1')}&PROLIFIC_PID=AA")).status_code == 302


def test_a_preview_of_mechanical_turk_is_no_participation(project: Project) -> None:
    set_up(project, worker_parameter="workerId", session_parameter="assignmentId")
    answer = Client().get(link_of(project, "?workerId=A1&assignmentId=ASSIGNMENT_ID_NOT_AVAILABLE"))
    assert answer.status_code == 400
    assert "Accept the task first" in answer.text


def test_ids_stored_by_versions_before_are_known_still(study: Project) -> None:
    come_in(study, query("a1b2", "s9"))
    stored = {"worker_digest": digest_spellings(study.pk, "A1B2")[1]}
    stored["session_digest"] = digest_spellings(study.pk, "S9", of="session")[1]
    CrowdWorker.objects.update(**stored)
    for worker, session, expected in [("a1b2", "s8", 409), ("bb", "s9", 409), ("A1B2", "S9", 404)]:
        client, status = come_in(study, query(worker, session))
        assert (status, who(client)) == (expected, "")
    assert CrowdWorker.objects.count() == 1


def test_a_link_from_elsewhere_signs_no_participant_out(study: Project) -> None:
    """Only the button of the consent page does, and it says so."""
    client, _ = come_in(study, query("aa", "s1"))
    first = who(client)
    assert client.get(link_of(study, query("bb", "s2"))).status_code == 302
    assert who(client) == first
    page = client.get(reverse("idiomaticity:crowd_consent"))
    assert "A participant with another ID has started this study in this browser" in page.text
    assert reverse("idiomaticity:crowd_home", args=[study.slug]) in page.text
    assert who(client) == first
    come_in(study, query("bb", "s2"), client)
    assert who(client) not in ("", first)


def test_a_manager_sees_near_doubles_before_paying(study: Project) -> None:
    first, _ = come_in(study, query("a100", "s1"))
    come_in(study, query("a-1oo", "s2"))
    come_in(study, query("cc", "s-1"))
    come_in(study, query("dd", "s4"), first)
    names = dict(CrowdWorker.objects.values_list("pk", "membership__pseudonym"))
    found = {names[pk]: sorted(others) for pk, others in find_doubles(study).items()}
    a, b, c, d = (names[pk] for pk in sorted(names))
    assert found == {
        a: sorted([f"{b}: similar ID", f"{c}: similar session", f"{d}: same browser"]),
        b: [f"{a}: similar ID"],
        c: [f"{a}: similar session"],
        d: [f"{a}: same browser"],
    }
    manager = Client()
    manager.force_login(study.created_by)
    page = manager.get(reverse("idiomaticity:crowd", args=[study.slug])).text
    assert f"{a}: similar ID" in page
    text = manager.get(reverse("idiomaticity:crowd_people", args=[study.slug])).getvalue().decode().lstrip("\ufeff")
    rows = {row["annotator"]: row["possible_doubles"] for row in csv.DictReader(text.splitlines())}
    assert rows[b] == f"{a}: similar ID"
    people = manager.get(reverse("api:crowd-people", args=[study.slug])).json()["results"]
    assert people[3]["doubles"] == [f"{a}: same browser"]


def test_near_doubles_of_versions_before_are_noted_while_their_parameters_are_kept(project: Project) -> None:
    set_up(project, **IDS, forget_on=date(2099, 1, 1))
    for worker, session in [("a100", "s1"), ("a-100", "s2")]:
        come_in(project, query(worker, session))
    CrowdWorker.objects.update(traits=[])
    assert not find_doubles(project)
    note_traits()
    assert len(find_doubles(project)) == 2


def test_a_session_of_several_people_stays_with_the_first_when_the_site_is_updated(study: Project) -> None:
    for number in range(3):
        come_in(study, query(f"a{number}", f"s{number}"))
    first, second, third = CrowdWorker.objects.order_by("pk")
    migration = import_module("idiomaticity.migrations.0005_one_person_in_a_session")
    with connection.cursor() as cursor:
        cursor.execute("DROP INDEX session_once_in_crowd")
        CrowdWorker.objects.exclude(pk=third.pk).update(session_digest=first.session_digest)
        cursor.execute(migration._SHARED)
        cursor.execute(migration._LATER)
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
        cursor.execute(migration._CREATE.replace("CONCURRENTLY", ""))
    kept = list(CrowdWorker.objects.order_by("pk").values_list("session_digest", flat=True))
    assert kept == [first.session_digest, "", third.session_digest]
    assert set(find_doubles(study)) == {first.pk, second.pk}
