"""Releases of compositionality: asked for once, built from one snapshot, never changed."""

import zipfile
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import work_on
from annotation_site.projects.models import Project, Role
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import DomainError, NotEditable, RoleRequired
from idiomaticity.paraphrases.counts import Thresholds
from idiomaticity.releases.jobs import build_release
from idiomaticity.releases.queries import study as released_study
from idiomaticity.releases.queries.study import read_study
from idiomaticity.releases.services import request_release
from tests.factories import make_member
from tests.idiomaticity.making import make_rating_project, make_study_release

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_same_request_gives_the_same_bytes(project: Project) -> None:
    job = request_release(user=project.created_by, project=project, request_id=uuid4())
    work_on(job.pk, build_release)
    first = Release.objects.get(job=job)
    with first.file.open("rb") as stored, zipfile.ZipFile(stored) as archive:
        assert all(entry.date_time[0] == 1980 for entry in archive.infolist())
    again = make_study_release(project)
    assert again.manifest["files"]["ratings.tsv"] == first.manifest["files"]["ratings.tsv"]


def test_a_study_is_read_from_the_database_anew_each_time_and_in_chunks(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = list(read_study(project, Thresholds()).ratings)
    monkeypatch.setattr(released_study, "CHUNK", 5)
    ratings = read_study(project, Thresholds()).ratings
    assert list(ratings) == list(ratings) == whole
    assert len(whole) == 12


def test_the_database_refuses_to_change_a_release(project: Project) -> None:
    release = make_study_release(project)
    with pytest.raises(DatabaseError), transaction.atomic():
        Release.objects.filter(pk=release.pk).update(note="better")


def test_without_a_rating_there_is_nothing_to_release(files_folder: object) -> None:
    project = make_rating_project()
    job = request_release(user=project.created_by, project=project, request_id=uuid4())
    work_on(job.pk, build_release)
    job.refresh_from_db()
    assert (job.state, job.error) == (
        Job.State.FAILED,
        "There are no submitted ratings yet, so there is nothing to release.",
    )


def test_one_release_is_built_at_a_time_and_only_managers_ask(project: Project) -> None:
    with pytest.raises(RoleRequired):
        request_release(user=make_member(project, Role.ADJUDICATOR).user, project=project, request_id=uuid4())
    with pytest.raises(DomainError, match="Thresholds must be"):
        request_release(
            user=project.created_by, project=project, request_id=uuid4(), thresholds=Thresholds(one_sentence=0)
        )
    request_release(user=project.created_by, project=project, request_id=uuid4())
    with pytest.raises(NotEditable, match="A release of this project is already being created"):
        request_release(user=project.created_by, project=project, request_id=uuid4())
