"""Releases of an evaluation: asked for once, built from one snapshot, never changed, equal for an equal evaluation."""

import json
import zipfile
from pathlib import Path
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun, work_on
from annotation_site.projects.models import Project, Role
from annotation_site.releases.building import write_release
from annotation_site.releases.models import Release
from annotation_site.releases.packing import ReleaseFiles
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from evaluation.correlation.queries.human_scores import find_judging_round_report
from evaluation.judging.models import JudgingRound
from evaluation.marked_expressions.services import change_marked_expressions
from evaluation.releases.jobs import build_release
from evaluation.releases.published import PUBLISHED
from evaluation.releases.queries.manifest import read_evaluation
from evaluation.releases.services import request_release
from tests.alignment.releasing import save_release
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.releases.making import make_evaluation_release
from tests.evaluation.translated import make_test_set
from tests.factories import make_member, make_project

pytestmark = pytest.mark.django_db(transaction=True)


def read(path: Path, name: str) -> str:
    with zipfile.ZipFile(path) as archive:
        return archive.read(f"{path.stem}/{name}").decode()


def test_two_builds_of_a_request_have_the_same_bytes(project: Project, tmp_path: Path) -> None:
    job = request_release(
        user=project.created_by, project=project, test_set=project.test_sets.get(), request_id=uuid4()
    )
    archives = []
    for place in range(2):
        folder = tmp_path / str(place)
        folder.mkdir()
        run = JobRun(Job.objects.select_related("project").get(pk=job.pk), 0)
        with ReleaseFiles(folder) as files:
            manifest = write_release(run, 1, files, PUBLISHED, read_evaluation)
            files.pack(manifest, "release", tmp_path / f"{place}.zip")
        archives.append((tmp_path / f"{place}.zip").read_bytes())
    assert archives[0] == archives[1]


def test_a_test_set_of_a_release_is_released_again_identically(project: Project, tmp_path: Path) -> None:
    """Goes out, comes in elsewhere, goes out."""
    first = save_release(make_evaluation_release(project), tmp_path)
    again = make_evaluation_project(name="Elsewhere")
    data = read(first, "test-set.jsonl")
    test_set = make_test_set(again, data, {}, systems=(), file_name="test-set.jsonl")
    later = save_release(make_evaluation_release(again, test_set), tmp_path)
    assert read(later, "test-set.jsonl") == data


def test_the_report_is_that_of_the_page(project: Project) -> None:
    manifest = make_evaluation_release(project).manifest
    for judging_round, told in zip(JudgingRound.objects.order_by("number"), manifest["judging"], strict=True):
        report = find_judging_round_report(judging_round)
        assert report.judgements == told["judgements"]
        assert [(row.system, row.mean) for row in report.systems] == [
            (row["system"], row["mean"]) for row in told["systems"]
        ]
        assert [row.alpha.value for row in report.alphas] == [row["alpha"]["value"] for row in told["alphas"]]
        assert [row.annotator for row in report.annotators] == [row["annotator"] for row in told["annotators"]]
    assert {row["system"] for row in manifest["board"]} == {"system one", "system two"}


def test_nobody_is_named(project: Project, tmp_path: Path) -> None:
    path = save_release(make_evaluation_release(project), tmp_path)
    with zipfile.ZipFile(path) as archive:
        everything = "".join(archive.read(name).decode(errors="replace") for name in archive.namelist())
    for person in (project.created_by, *(each.user for each in project.memberships.all())):
        assert person.email not in everything
    pseudonyms = {json.loads(line)["annotator"] for line in read(path, "judgements.jsonl").splitlines()}
    assert pseudonyms == set(project.memberships.annotators().values_list("pseudonym", flat=True))


def test_scores_of_earlier_expressions_are_left_out(project: Project) -> None:
    test_set = project.test_sets.get()
    change_marked_expressions(
        user=project.created_by, test_set=test_set, number=4, version=0, operation_id=uuid4(),
        expressions=[{"label": "rains", "source_spans": [[3, 8]]}],
    )  # fmt: skip
    manifest = make_evaluation_release(project).manifest
    assert manifest["counts"]["scores"] == 0
    assert manifest["counts"]["expressions"] == 4


def test_the_database_refuses_to_change_a_release(project: Project) -> None:
    release = make_evaluation_release(project)
    with pytest.raises(DatabaseError), transaction.atomic():
        Release.objects.filter(pk=release.pk).update(note="better")


def test_without_outputs_there_is_nothing_to_release(files_folder: object) -> None:
    project = make_evaluation_project()
    test_set = make_test_set(project, systems=())
    job = request_release(user=project.created_by, project=project, test_set=test_set, request_id=uuid4())
    work_on(job.pk, build_release)
    job.refresh_from_db()
    assert (job.state, job.error) == (
        Job.State.FAILED,
        "There are no system outputs yet, so there is nothing to release.",
    )


def test_one_release_is_built_at_a_time_and_only_managers_ask(files_folder: object) -> None:
    project = make_evaluation_project()
    test_set = make_test_set(project)
    asked = {"project": project, "test_set": test_set}
    with pytest.raises(RoleRequired):
        request_release(user=make_member(project, Role.ADJUDICATOR).user, request_id=uuid4(), **asked)
    request_release(user=project.created_by, request_id=uuid4(), **asked)
    with pytest.raises(NotEditable, match="A release of this project is already being created"):
        request_release(user=project.created_by, request_id=uuid4(), **asked)


def test_a_test_set_of_another_kind_of_project_is_refused(files_folder: object) -> None:
    """Releases of word alignment are of its gold standard."""
    project = make_project()
    with pytest.raises(DomainError, match="Choose a test set of this translation evaluation project"):
        request_release(user=project.created_by, project=project, test_set=make_test_set(project), request_id=uuid4())
