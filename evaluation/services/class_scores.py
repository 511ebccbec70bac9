"""Asking for alignment scores by the frequency of words."""

import hashlib
import json
from collections.abc import Sequence

from django.core.files.base import File

from alignment.selection.classes import FrequencyClass, parse_classes
from annotation_site.projects.exceptions import DomainError
from annotation_site.projects.models import Job, Project, Release, Role, Upload, User
from annotation_site.projects.selectors import require_role
from annotation_site.projects.services.jobs import discard_upload, request_job, store_upload
from evaluation.models import Output
from evaluation.outputs import CLASS_SCORES_JOB

MOST_CLASSES = 6


def request_class_scores(
    *,
    user: User,
    project: Project,
    release: Release,
    outputs: Sequence[Output],
    classes: str,
    target_words: str = "",
    only_sure: bool = False,
    fold_case: bool = False,
    source_frequencies: File[bytes] | None = None,
    target_frequencies: File[bytes] | None = None,
) -> Job:
    """Queue scores of one system, or of two side by side, against a release, by classes such as `0,1-15,16-` of how
    often words occur: in the lists given, else in the release's own text. The same question gives the same job."""
    require_role(user, project, Role.MANAGER)
    _require_outputs(project, release, outputs)
    if not 1 <= len(_parse(classes)) <= MOST_CLASSES:
        raise DomainError(f"Give 1 to {MOST_CLASSES} classes, such as 0,1-15,16-.")
    _parse(target_words)
    uploads: dict[str, Upload | None] = {}
    for side, file in (("source", source_frequencies), ("target", target_frequencies)):
        kept = store_upload(user=user, project=project, file=file, name=file.name or "list") if file else None
        uploads[f"{side}_frequencies"] = kept
    question = {
        "release": release.pk,
        "outputs": [output.pk for output in outputs],
        "classes": classes,
        "target_words": target_words,
        "only_sure": only_sure,
        "fold_case": fold_case,
    }
    hashes = {name: upload.sha256 if upload else "" for name, upload in uploads.items()}
    return _request(user, project, question, hashes, uploads)


def _request(
    user: User,
    project: Project,
    question: dict[str, object],
    hashes: dict[str, str],
    uploads: dict[str, Upload | None],
) -> Job:
    try:
        job = request_job(
            user=user,
            project=project,
            kind=CLASS_SCORES_JOB,
            task="evaluation.tasks.score_classes",
            idempotency_key=hashlib.sha256(json.dumps({**question, **hashes}, sort_keys=True).encode()).hexdigest(),
            parameters={**question, **{name: upload and upload.pk for name, upload in uploads.items()}},
        )
    except DomainError:
        for kept in filter(None, uploads.values()):
            discard_upload(kept)
        raise
    for name, upload in uploads.items():
        if upload and job.parameters[name] != upload.pk:
            discard_upload(upload)
    return job


def _require_outputs(project: Project, release: Release, outputs: Sequence[Output]) -> None:
    if release.project_id != project.pk or any(output.release_id != release.pk for output in outputs):
        raise DomainError("Choose outputs that were scored against this release.")
    if not 1 <= len(outputs) <= 2 or len({output.pk for output in outputs}) != len(outputs):
        raise DomainError("Choose one system, or two different ones to compare.")


def _parse(classes: str) -> tuple[FrequencyClass, ...]:
    try:
        return parse_classes(classes)
    except ValueError as error:
        raise DomainError(str(error)) from error
