"""Releases: built by the job's body, the same bytes every time."""

import json
from pathlib import Path
from uuid import uuid4

import pgtrigger
import pytest
from django.db import DatabaseError, transaction

from alignment.releases.jobs import build_release
from alignment.releases.services import request_release
from alignment.rounds.services.closing import close_round
from alignment.rounds.services.rounds import open_round
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from annotation_site.releases.verification import verify_release
from annotation_site.web.exceptions import DomainError, NotEditable
from tests.alignment.releases.conftest import SaveAll
from tests.alignment.releases.read_project import make_open_release, make_read_project
from tests.alignment.releasing import make_release_of, read_member, save_release
from tests.factories import make_project
from tests.running.kept_rows import made_once


@pytest.fixture
def project(transactional_db: None) -> Project:
    return made_once(make_read_project)


def test_only_pairs_with_all_their_readings_are_released(save_all: SaveAll) -> None:
    [path] = save_all(make_open_release)
    manifest = json.loads(read_member(path, "manifest.json"))
    assert manifest["counts"]["pairs"] == 2
    assert len(read_member(path, "gold.talp").splitlines()) == len(read_member(path, "source.txt").splitlines()) == 2


def test_gold_follows_policy_and_decision(save_all: SaveAll) -> None:
    [path] = save_all(make_open_release)
    gold = [json.loads(line) for line in read_member(path, "gold.jsonl").splitlines()]
    links = {(row["sure"], row["possible"]) for row in gold}
    # One pair agrees but for a Possible link that was decided Sure; the other's open conflict becomes Possible.
    assert links in (
        {("0-0 1-2 2-1 2-2", ""), ("0-0 1-2", "2-1")},
        {("0-0 1-2 2-1", "2-2"), ("0-0 1-2 2-1", "")},
    )


def test_a_release_says_from_which_side_of_reconciliation_its_links_are(project: Project, tmp_path: Path) -> None:
    known = {"user": project.created_by, "project": project}
    pair = open_round(**known, operation_id=uuid4()).items.get()
    opened = make_release_of(project).manifest
    assert opened["agreement"]["links"] == "during reconciliation round 1"
    assert opened["reconciliation"] == {"closed_rounds": 0, "open_round": 1}
    close_round(**known, operation_id=uuid4(), number=1)
    assert pair.item.state == "annotated"
    closed = make_release_of(project)
    assert closed.manifest["agreement"]["links"] == "after reconciliation round 1"
    report = verify_release(save_release(closed, tmp_path))
    assert (report["verified"], report["agreement"]["links"]) == (True, "after reconciliation round 1")


def test_provenance_says_why_each_link_is_there(save_all: SaveAll) -> None:
    [path] = save_all(make_open_release)
    causes = [
        (link["by"], link["label"], link.get("note", False))
        for line in read_member(path, "provenance.jsonl").splitlines()
        for link in json.loads(line)["links"]
    ]
    assert causes.count(("agreed", "S", False)) == 5
    assert causes.count(("decided", "S", True)) == 1
    assert causes.count(("policy", "P", False)) == 1
    assert json.loads(read_member(path, "manifest.json"))["origins"]["decided"] == 1


def test_licence_and_citation_are_where_people_look(project: Project, tmp_path: Path) -> None:
    path = save_release(make_release_of(project, licence="CC-BY-SA-4.0", citation="Doe 2026, Links."), tmp_path)
    manifest = json.loads(read_member(path, "manifest.json"))
    assert manifest["licence"]["id"] == "CC-BY-SA-4.0"
    for name in ("README.md", "DATASHEET.md"):
        assert "CC-BY-SA-4.0" in read_member(path, name)
        assert "Doe 2026, Links." in read_member(path, name)


def test_a_licence_of_ones_own_needs_words(project: Project) -> None:
    with pytest.raises(DomainError, match="Enter the licence or its URL"):
        make_release_of(project, licence="other")
    with pytest.raises(DomainError, match="” is not one of the available licences"):
        make_release_of(project, licence="GPL-3.0-only")


def test_building_one_release_again_gives_the_same_bytes(project: Project) -> None:
    first = make_release_of(project)
    # What no person can do: make room for a second build of the same job.
    with pgtrigger.ignore("projects.Release:immutable"):
        Release.objects.all().delete()
    Job.objects.filter(pk=first.job_id).update(state=Job.State.QUEUED)
    work_on(first.job_id, build_release)
    assert project.releases.get().sha256 == first.sha256


def test_the_database_refuses_to_change_or_delete_a_release(project: Project) -> None:
    made = make_release_of(project)
    with pytest.raises(DatabaseError), transaction.atomic():
        Release.objects.filter(pk=made.pk).update(note="better")
    with pytest.raises(DatabaseError), transaction.atomic():
        Release.objects.filter(pk=made.pk).delete()


def test_one_release_is_built_at_a_time(project: Project) -> None:
    request_id = uuid4()
    job = request_release(user=project.created_by, project=project, request_id=request_id)
    assert request_release(user=project.created_by, project=project, request_id=request_id) == job
    with pytest.raises(NotEditable):
        request_release(user=project.created_by, project=project, request_id=uuid4())


@pytest.mark.django_db(transaction=True)
def test_nothing_to_release_is_said_in_words() -> None:
    project = make_project(pairs=1)
    job = request_release(user=project.created_by, project=project, request_id=uuid4())
    work_on(job.pk, build_release)
    job.refresh_from_db()
    assert (job.state, job.error) == (
        Job.State.FAILED,
        "No pairs have all their readings yet, so there is nothing to release.",
    )
