"""Asking for work on figures: scoring a system's output, intervals of agreement."""

import hashlib
import json

from django.core.files.base import File

from alignment.link_files import DETECT, find_fault_in_options
from annotation_site.projects.exceptions import DomainError
from annotation_site.projects.models import Job, Project, Release, Role, Upload, User
from annotation_site.projects.selectors import require_role
from annotation_site.projects.services.jobs import request_job, store_upload
from evaluation.frequency import Side, read_starts
from evaluation.outputs import FREQUENCY_JOB, INTERVAL_JOB, SCORE_JOB
from evaluation.sources import read_changes

LONGEST_NAME = 120


def add_system_output(
    *,
    user: User,
    project: Project,
    release: Release,
    name: str,
    file: File[bytes],
    file_name: str,
    alignment_format: str,
    base: str = DETECT,
    is_reversed: bool = False,
) -> Job:
    """Keep a system's alignment file and queue its scoring against a release of the project.

    The same bytes with the same release, system and options give the same job, and are kept once.
    """
    require_role(user, project, Role.MANAGER)
    name = " ".join(name.split())
    _require_known(project, release, name, alignment_format, base)
    upload = store_upload(user=user, project=project, file=file, name=file_name)
    options = {
        "release": release.pk,
        "name": name,
        "format": alignment_format,
        "base": base,
        "is_reversed": is_reversed,
    }
    question = json.dumps({"sha256": upload.sha256, **options}, sort_keys=True)
    try:
        job = request_job(
            user=user,
            project=project,
            kind=SCORE_JOB,
            task="evaluation.tasks.score_output",
            idempotency_key=hashlib.sha256(question.encode()).hexdigest(),
            parameters={**options, "upload": upload.pk, "file_name": upload.name},
        )
    except DomainError:
        _discard(upload)
        raise
    if job.parameters["upload"] != upload.pk:
        _discard(upload)
    return job


def request_agreement_intervals(*, user: User, project: Project) -> Job:
    """Queue the intervals of the project's agreement as it stands; asked twice between two readings, one job."""
    require_role(user, project, Role.MANAGER, Role.ADJUDICATOR)
    changes = read_changes(project)
    if not changes:
        raise DomainError("No sentence pair has two readings yet.")
    return request_job(
        user=user,
        project=project,
        kind=INTERVAL_JOB,
        task="evaluation.tasks.compute_agreement_intervals",
        idempotency_key=f"changes-{changes}",
        parameters={"changes": changes},
        needs_manager=False,
    )


def request_frequency_agreement(
    *, user: User, project: Project, side: Side, starts: str, file: File[bytes] | None = None, file_name: str = ""
) -> Job:
    """Queue agreement by classes of frequency: of the words of one side, in the project's text or in a list
    `word<TAB>count`. The same question of the same readings gives the same job."""
    require_role(user, project, Role.MANAGER, Role.ADJUDICATOR)
    try:
        bounds = read_starts(starts)
    except ValueError as error:
        raise DomainError(str(error)) from error
    changes = read_changes(project)
    if not changes:
        raise DomainError("No sentence pair has two readings yet.")
    upload = store_upload(user=user, project=project, file=file, name=file_name) if file else None
    question = {"changes": changes, "side": side, "starts": bounds, "sha256": upload.sha256 if upload else ""}
    try:
        job = request_job(
            user=user,
            project=project,
            kind=FREQUENCY_JOB,
            task="evaluation.tasks.count_agreement_by_frequency",
            idempotency_key=hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest(),
            parameters={"side": side, "starts": bounds, "upload": upload.pk if upload else None},
        )
    except DomainError:
        if upload:
            _discard(upload)
        raise
    if upload and job.parameters["upload"] != upload.pk:
        _discard(upload)
    return job


def _require_known(project: Project, release: Release, name: str, alignment_format: str, base: str) -> None:
    if release.project_id != project.pk:
        raise DomainError("This release belongs to another project.")
    if not name:
        raise DomainError("Give the system a name.")
    if len(name) > LONGEST_NAME:
        raise DomainError(f"The system's name is longer than {LONGEST_NAME} characters.")
    if fault := find_fault_in_options(alignment_format, base):
        raise DomainError(fault)


def _discard(upload: Upload) -> None:
    upload.file.delete(save=False)
    upload.delete()
