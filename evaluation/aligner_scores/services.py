"""Requests for scoring a system's output."""

from collections.abc import Sequence
from uuid import UUID

from django.core.files.base import File

from alignment.formats.link_files import DETECT, find_fault_in_options
from alignment.selection.frequencies.bands import FrequencyBand, parse_bands
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.jobs.uploads import keeping_uploads, key_of, request_reading
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import DomainError
from annotation_site.web.names import LONGEST_NAME as LONGEST_NAME
from annotation_site.web.names import require_name
from evaluation.aligner_scores.jobs.aligners import INTERSECTION, UNION
from evaluation.aligner_scores.models import Output
from evaluation.projects.job_names import ALIGNER_JOB, BAND_SCORES_JOB, SCORE_JOB
from evaluation.sources.aligners import open_aligner


def add_system_output(
    *,
    user: User,
    project: Project,
    release: Release,
    name: str,
    file: File[bytes],
    file_name: str,
    alignment_format: str = DETECT,
    base: str = DETECT,
    is_reversed: bool = False,
) -> Job:
    """Store a system's alignment file and queue its scoring against a release of the project.

    The same bytes with the same release, system and options return the same job, and are stored once.
    """
    require(can_manage, user, project)
    name = require_name(name, "system")
    _require_known(project, release, alignment_format, base)
    options = {
        "release": release.pk,
        "name": name,
        "format": alignment_format,
        "base": base,
        "is_reversed": is_reversed,
    }
    return request_reading(user=user, project=project, kind=SCORE_JOB, file=file, file_name=file_name, options=options)


def _require_known(project: Project, release: Release, alignment_format: str, base: str) -> None:
    if release.project_id != project.pk:
        raise DomainError("This release does not belong to this project.")
    if fault := find_fault_in_options(alignment_format, base):
        raise DomainError(fault)


def request_aligner_output(
    *, user: User, project: Project, release: Release, request_id: UUID, aligner: str, links: str, name: str
) -> Job:
    """Queue the alignment of a release's text and its scoring; a repeated request returns the same job.

    The links are those of both directions (`intersection`) or of either (`union`).
    """
    require(can_manage, user, project)
    if release.project_id != project.pk:
        raise DomainError("This release does not belong to this project.")
    if links not in (INTERSECTION, UNION):
        raise DomainError("Links must be the intersection or the union of both directions.")
    open_aligner(aligner)
    return request_job(
        user=user,
        project=project,
        kind=ALIGNER_JOB,
        idempotency_key=str(request_id),
        parameters={"release": release.pk, "aligner": aligner, "links": links, "name": require_name(name, "system")},
    )


MOST_BANDS = 6


def request_band_scores(
    *,
    user: User,
    project: Project,
    release: Release,
    outputs: Sequence[Output],
    bands: str,
    target_words: str = "",
    only_sure: bool = False,
    fold_case: bool = False,
    source_frequencies: File[bytes] | None = None,
    target_frequencies: File[bytes] | None = None,
) -> Job:
    """Queue scores of one system, or of two to compare, against a release, by bands such as `0,1-15,16-`.

    Frequencies come from the given lists, otherwise from the release's own text. The same options return the same job.
    """
    require(can_manage, user, project)
    _require_outputs(project, release, outputs)
    if not 1 <= len(_parse(bands)) <= MOST_BANDS:
        raise DomainError(f"Give 1 to {MOST_BANDS} frequency bands, such as 0,1-15,16-.")
    _parse(target_words)
    question = {
        "release": release.pk,
        "outputs": [output.pk for output in outputs],
        "bands": bands,
        "target_words": target_words,
        "only_sure": only_sure,
        "fold_case": fold_case,
    }
    lists = {"source_frequencies": source_frequencies, "target_frequencies": target_frequencies}
    with keeping_uploads(user=user, project=project) as keep:
        uploads = {name: keep(file) if file else None for name, file in lists.items()}
        hashes = {name: upload.sha256 if upload else "" for name, upload in uploads.items()}
        return request_job(
            user=user,
            project=project,
            kind=BAND_SCORES_JOB,
            idempotency_key=key_of({**question, **hashes}),
            parameters={**question, **uploads},
        )


def _require_outputs(project: Project, release: Release, outputs: Sequence[Output]) -> None:
    if release.project_id != project.pk or any(output.release_id != release.pk for output in outputs):
        raise DomainError("Choose outputs that were scored against this release.")
    if not 1 <= len(outputs) <= 2 or len({output.pk for output in outputs}) != len(outputs):
        raise DomainError("Choose one system, or two different ones to compare.")


def _parse(bands: str) -> tuple[FrequencyBand, ...]:
    try:
        return parse_bands(bands)
    except ValueError as error:
        raise DomainError(str(error)) from error
