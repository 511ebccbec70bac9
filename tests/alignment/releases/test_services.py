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

from alignment.adjudication.services.decisions import decide_links
from alignment.agreement.queries.changes import count_changes
from alignment.releases.jobs import build_release
from alignment.releases.services import request_release
from alignment.releases.verification import verify_release
from alignment.rounds.services.closing import close_round
from alignment.rounds.services.rounds import open_round
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Project, Role
from annotation_site.releases.archives import UnreadableReleaseError
from annotation_site.releases.metadata.members import MEMBERS
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import DomainError, NotEditable
from tests.alignment.releasing import change, make_release_of, save_release
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
    count_changes(project.pk)
    item = next(item for item in project.items.filter(agreement__disagreement_count__gt=0).order_by("pk"))
    cell = (2, 2) if item.assignments.filter(links__target_index=2, links__source_index=2).exists() else (2, 1)
    decide_links(
        user=adjudicator.user, item_id=item.pk, operation_id=uuid4(), version=0, decisions=[(*cell, "S")], note="clear"
    )
    return project


def read(path: Path, name: str) -> str:
    with zipfile.ZipFile(path) as archive:
        return archive.read(f"{path.stem}/{name}").decode()


def test_only_pairs_with_all_their_readings_are_released(project: Project, tmp_path: Path) -> None:
    path = save_release(make_release_of(project), tmp_path)
    manifest = json.loads(read(path, "manifest.json"))
    assert manifest["counts"]["pairs"] == 2
    assert len(read(path, "gold.talp").splitlines()) == len(read(path, "source.txt").splitlines()) == 2


def test_gold_follows_policy_and_decision(project: Project, tmp_path: Path) -> None:
    path = save_release(make_release_of(project), tmp_path)
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
    opened = make_release_of(project).manifest
    assert opened["agreement"]["links"] == "during reconciliation round 1"
    assert opened["reconciliation"] == {"closed_rounds": 0, "open_round": 1}
    close_round(**known, operation_id=uuid4(), number=1)
    assert pair.item.state == "annotated"
    closed = make_release_of(project)
    assert closed.manifest["agreement"]["links"] == "after reconciliation round 1"
    report = verify_release(save_release(closed, tmp_path))
    assert (report["verified"], report["agreement"]["links"]) == (True, "after reconciliation round 1")


def test_a_release_verifies(project: Project, tmp_path: Path) -> None:
    report = verify_release(save_release(make_release_of(project), tmp_path))
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
        ("provenance.jsonl", lambda text: text.replace("agreed", "decided", 1), "provenance.jsonl, line"),
        ("manifest.json", lambda text: text.replace('"agreed": 5', '"agreed": 6', 1), "origins.agreed"),
        ("manifest.json", lambda text: text.replace('"annotators": 2', '"annotators": 9', 1), "counts.annotators"),
        ("manifest.json", lambda text: text.replace('"types": 3', '"types": 4', 1), "frequencies.source"),
        ("manifest.json", lambda text: text.replace('"version": null', '"version": 1', 1), "guideline_versions"),
        ("manifest.json", lambda text: text.replace("CC-BY-4.0", "CC0-1.0", 1), "DATASHEET.md, line"),
        ("DATASHEET.md", lambda text: text.replace("Sure links: ", "Sure links: 1", 1), "DATASHEET.md, line"),
        ("target.txt", lambda text: text + "one more\n", "target.txt has more lines"),
    ],
)
def test_whatever_was_changed_is_named(
    project: Project, tmp_path: Path, name: str, edit: Callable[[str], str], complaint: str
) -> None:
    path = save_release(make_release_of(project, licence="CC-BY-4.0"), tmp_path)
    assert edit(read(path, name)) != read(path, name), "Nothing was changed"
    report = verify_release(change(path, name, edit))
    assert not report["verified"]
    assert any(complaint in difference for difference in report["differences"])


def test_provenance_says_why_each_link_is_there(project: Project, tmp_path: Path) -> None:
    path = save_release(make_release_of(project), tmp_path)
    causes = [
        (link["by"], link["label"], link.get("note", False))
        for line in read(path, "provenance.jsonl").splitlines()
        for link in json.loads(line)["links"]
    ]
    assert causes.count(("agreed", "S", False)) == 5
    assert causes.count(("decided", "S", True)) == 1
    assert causes.count(("policy", "P", False)) == 1
    assert json.loads(read(path, "manifest.json"))["origins"]["decided"] == 1


def test_licence_and_citation_are_where_people_look(project: Project, tmp_path: Path) -> None:
    path = save_release(make_release_of(project, licence="CC-BY-SA-4.0", citation="Doe 2026, Links."), tmp_path)
    manifest = json.loads(read(path, "manifest.json"))
    assert manifest["licence"]["id"] == "CC-BY-SA-4.0"
    for name in ("README.md", "DATASHEET.md"):
        assert "CC-BY-SA-4.0" in read(path, name)
        assert "Doe 2026, Links." in read(path, name)


def test_a_licence_of_ones_own_needs_words(project: Project) -> None:
    with pytest.raises(DomainError, match="Enter the licence or its URL"):
        make_release_of(project, licence="other")
    with pytest.raises(DomainError, match="” is not one of the available licences"):
        make_release_of(project, licence="GPL-3.0-only")


def test_without_separate_readings_verify_says_what_cannot_be_computed_again(project: Project, tmp_path: Path) -> None:
    path = save_release(make_release_of(project, separate_readings=False), tmp_path)
    with zipfile.ZipFile(path) as archive:
        assert not any(name.endswith("readings.jsonl") for name in archive.namelist())
    report = verify_release(path)
    assert report["verified"], report["differences"]
    assert {"agreement", "counts.annotators", "counts.readings"} <= set(report["not_recomputed"])
    assert "agreement" not in report
    assert report["counts"]["sure"] + report["counts"]["possible"] == 7
    assert "not in this release" in read(path, "DATASHEET.md")


@pytest.mark.parametrize(
    ("name", "edit", "complaint"),
    [
        ("gold.jsonl", lambda text: text.replace("0-0", "0-1", 1), "provenance.jsonl, line 1"),
        ("provenance.jsonl", lambda text: text.replace("decided", "agreed", 1), "counts.decisions"),
        ("texts.jsonl", lambda text: text.replace("cat", "dog", 1), "source.txt, line 1"),
        ("manifest.json", lambda text: text.replace('"sure": 6', '"sure": 5', 1), "counts.sure"),
    ],
)
def test_without_separate_readings_the_rest_is_still_checked(
    project: Project, tmp_path: Path, name: str, edit: Callable[[str], str], complaint: str
) -> None:
    path = save_release(make_release_of(project, separate_readings=False), tmp_path)
    assert edit(read(path, name)) != read(path, name), "Nothing was changed"
    report = verify_release(change(path, name, edit))
    assert any(complaint in difference for difference in report["differences"]), report["differences"]


def test_a_release_of_the_first_format_still_verifies(project: Project, tmp_path: Path) -> None:
    path = save_release(make_release_of(project), tmp_path)
    older = tmp_path / "older.zip"
    manifest = json.loads(read(path, "manifest.json"))
    new = ("origins", "frequencies", "guideline_versions", "licence", "citation", "separate_readings", "metadata")
    manifest = {key: value for key, value in manifest.items() if key not in new} | {"format": "interlinea-release/1"}
    for count in ("annotators", "source_target_words", "target_target_words"):
        del manifest["counts"][count]
    added = {"provenance.jsonl", "pairs.parquet", "links.parquet", *MEMBERS} - {"manifest.json"}
    manifest["files"] = {name: file for name, file in manifest["files"].items() if name not in added}
    with zipfile.ZipFile(path) as archive, zipfile.ZipFile(older, "w") as copy:
        for entry in archive.infolist():
            if entry.filename.endswith("/manifest.json"):
                copy.writestr(entry, json.dumps(manifest))
            elif entry.filename.partition("/")[2] not in added:
                copy.writestr(entry, archive.read(entry))
    report = verify_release(older)
    assert report["verified"], report["differences"]
    wrong = change(older, "manifest.json", lambda text: text.replace('"sure": 6', '"sure": 5'))
    assert not verify_release(wrong)["verified"]


def test_a_file_that_is_no_release_is_named(tmp_path: Path) -> None:
    path = tmp_path / "other.zip"
    path.write_bytes(b"not a zip")
    with pytest.raises(UnreadableReleaseError, match=r"other\.zip"):
        verify_release(path)


def test_verify_needs_no_database_and_says_so_by_its_exit_status(project: Project, tmp_path: Path) -> None:
    path = save_release(make_release_of(project), tmp_path)
    environment = {"PATH": "/usr/bin:/bin", "DATABASE_URL": "postgresql://nobody@127.0.0.1:1/none"}

    def verify(file: Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "manage.py", "verify", str(file)]
        return subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)

    good, bad = verify(path), verify(change(path, "target.txt", str.upper))
    assert (good.returncode, json.loads(good.stdout)["verified"]) == (0, True), good.stderr
    assert (bad.returncode, json.loads(bad.stdout)["verified"]) == (1, False)
    assert verify(tmp_path).returncode == 2


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


def test_nothing_to_release_is_said_in_words() -> None:
    project = make_project(pairs=1)
    job = request_release(user=project.created_by, project=project, request_id=uuid4())
    work_on(job.pk, build_release)
    job.refresh_from_db()
    assert (job.state, job.error) == (
        Job.State.FAILED,
        "No pairs have all their readings yet, so there is nothing to release.",
    )
