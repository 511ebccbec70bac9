"""Releases: built by the job's body, the same bytes every time, and verified offline to the last number."""

import json
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from uuid import uuid4

import pgtrigger
import pytest
from django.db import DatabaseError, transaction

from alignment.exports import build_release
from alignment.services.adjudication import decide_links
from alignment.services.reconciliation import close_round, open_round
from alignment.services.releases import request_release
from alignment.verification import UnreadableReleaseError, verify_release
from annotation_site.projects.exceptions import NotEditable
from annotation_site.projects.jobs import work_on
from annotation_site.projects.models import Job, Project, Release, Role
from tests.factories import make_member, make_project, make_reading
from tests.servers import ROOT

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def project() -> Project:
    """Two annotators, two pairs read by both (one with a disagreement that is decided), one pair read by one only."""
    project = make_project(pairs=3, annotators_per_item=2)
    first, second = make_member(project), make_member(project)
    readings = [make_reading(first, "0-0S 1-2S 2-1S") for _ in range(3)]
    for number in range(2):
        make_reading(second, "0-0S 1-2S 2-1P" if number else "0-0S 1-2S 2-1S 2-2P")
    assert len(readings) == 3
    adjudicator = make_member(project, Role.ADJUDICATOR)
    item = next(item for item in project.items.filter(agreement__disagreement_count__gt=0).order_by("pk"))
    cell = (2, 2) if item.assignments.filter(links__target_index=2, links__source_index=2).exists() else (2, 1)
    decide_links(
        user=adjudicator.user, item_id=item.pk, operation_id=uuid4(), version=0, decisions=[(*cell, "S")], note="clear"
    )
    return project


def release(project: Project) -> Release:
    job = request_release(user=project.created_by, project=project, request_id=uuid4(), note="For the tests")
    work_on(job.pk, build_release)
    job.refresh_from_db()
    assert job.state == Job.State.SUCCEEDED, job.error
    return project.releases.first()  # type: ignore[return-value]


def save(release: Release, folder: Path) -> Path:
    path = folder / release.file_name
    with release.file.open("rb") as stored:
        path.write_bytes(stored.read())
    return path


def read(path: Path, name: str) -> str:
    with zipfile.ZipFile(path) as archive:
        return archive.read(f"{path.stem}/{name}").decode()


def change(path: Path, name: str, edit: Callable[[str], str]) -> Path:
    """A copy of the release in which one file was tampered with."""
    changed = path.with_name(f"changed-{path.name}")
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(changed, "w") as copy:
        for entry in archive.infolist():
            data = archive.read(entry)
            copy.writestr(entry, edit(data.decode()) if entry.filename.endswith(f"/{name}") else data)
    return changed


def test_only_pairs_with_all_their_readings_are_released(project: Project, tmp_path: Path) -> None:
    path = save(release(project), tmp_path)
    manifest = json.loads(read(path, "manifest.json"))
    assert manifest["counts"]["pairs"] == 2
    assert len(read(path, "gold.talp").splitlines()) == len(read(path, "source.txt").splitlines()) == 2


def test_gold_follows_policy_and_decision(project: Project, tmp_path: Path) -> None:
    path = save(release(project), tmp_path)
    gold = [json.loads(line) for line in read(path, "gold.jsonl").splitlines()]
    links = {(row["sure"], row["possible"]) for row in gold}
    # One pair agrees but for a Possible link that was decided Sure; the other's open conflict becomes Possible.
    assert links in (
        {("0-0 1-2 2-1 2-2", ""), ("0-0 1-2", "2-1")},
        {("0-0 1-2 2-1", "2-2"), ("0-0 1-2 2-1", "")},
    )


def test_a_release_says_from_which_side_of_reconciliation_its_links_are(project: Project, tmp_path: Path) -> None:
    known = {"user": project.created_by, "project": project}
    pair = open_round(**known, operation_id=uuid4()).items.get()
    assert release(project).manifest["agreement"]["links"] == "during reconciliation round 1"
    close_round(**known, operation_id=uuid4(), number=1)
    assert pair.item.state == "annotated"
    closed = release(project)
    assert closed.manifest["agreement"]["links"] == "after reconciliation round 1"
    report = verify_release(save(closed, tmp_path))
    assert (report["verified"], report["agreement"]["links"]) == (True, "after reconciliation round 1")


def test_a_release_verifies(project: Project, tmp_path: Path) -> None:
    report = verify_release(save(release(project), tmp_path))
    assert report["verified"], report["differences"]
    assert report["counts"]["pairs"] == 2


@pytest.mark.parametrize(
    ("name", "edit", "complaint"),
    [
        ("gold.talp", lambda text: text.replace("1-1", "1p1", 1), "gold.talp"),
        ("gold.jsonl", lambda text: text.replace("0-0", "0-1", 1), "gold.jsonl"),
        ("manifest.json", lambda text: text.replace('"pairs": 2', '"pairs": 3', 1), "counts.pairs"),
        ("readings.jsonl", lambda text: text.replace("1-2", "1-0", 1), "readings.jsonl"),
        ("source.txt", lambda text: text.replace("cat", "dog", 1), "source.txt"),
    ],
)
def test_whatever_was_changed_is_named(
    project: Project, tmp_path: Path, name: str, edit: Callable[[str], str], complaint: str
) -> None:
    report = verify_release(change(save(release(project), tmp_path), name, edit))
    assert not report["verified"]
    assert any(complaint in difference for difference in report["differences"])


def test_a_file_that_is_no_release_is_named(tmp_path: Path) -> None:
    path = tmp_path / "other.zip"
    path.write_bytes(b"not a zip")
    with pytest.raises(UnreadableReleaseError, match=r"other\.zip"):
        verify_release(path)


def test_verify_needs_no_database_and_says_so_by_its_exit_status(project: Project, tmp_path: Path) -> None:
    path = save(release(project), tmp_path)
    environment = {"PATH": "/usr/bin:/bin", "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}

    def verify(file: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", "verify", str(file)]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    good, bad = verify(path), verify(change(path, "target.txt", str.upper))
    assert (good.returncode, json.loads(good.stdout)["verified"]) == (0, True), good.stderr
    assert (bad.returncode, json.loads(bad.stdout)["verified"]) == (1, False)
    assert verify(tmp_path).returncode == 2


def test_building_one_release_again_gives_the_same_bytes(project: Project) -> None:
    first = release(project)
    # What no person can do: make room for a second build of the same job.
    with pgtrigger.ignore("projects.Release:immutable"):
        Release.objects.all().delete()
    Job.objects.filter(pk=first.job_id).update(state=Job.State.QUEUED)
    work_on(first.job_id, build_release)
    assert project.releases.get().sha256 == first.sha256


def test_the_database_refuses_to_change_or_delete_a_release(project: Project) -> None:
    made = release(project)
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


def test_nothing_to_release_is_said_in_words() -> None:
    project = make_project(pairs=1)
    job = request_release(user=project.created_by, project=project, request_id=uuid4())
    work_on(job.pk, build_release)
    job.refresh_from_db()
    assert (job.state, job.error) == (
        Job.State.FAILED,
        "No pair has all its readings yet, so there is nothing to release.",
    )
