"""Services for uploading alignments of a system's translations, or of the reference, with the source."""

from __future__ import annotations

from collections.abc import Mapping

from django.core.files.base import File
from django.db import transaction

from alignment.formats.link_files import DETECT, find_fault_in_options
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.services import request_job
from annotation_site.jobs.uploads import keeping_uploads, key_of
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from annotation_site.web.exceptions import DomainError
from evaluation.alignments.jobs import already_there
from evaluation.projects.job_names import WORD_ALIGNMENT_JOB
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.queries import releases_for_test_sets
from evaluation.translations.models import Translation


@transaction.atomic
def add_alignment(
    *,
    user: User,
    project: Project,
    test_set: TestSet,
    translation: Translation | None,
    file: File[bytes],
    file_name: str,
    alignment_format: str = DETECT,
    base: str = DETECT,
    is_reversed: bool = False,
    source_tokens: File[bytes] | None = None,
    target_tokens: File[bytes] | None = None,
) -> Job:
    """Store a file of links, and optionally files of tokens, and queue their import; the same files return the same
    job.

    Without a translation, the links belong to the first reference; without tokens, words are separated by spaces.
    """
    _require_place(user, project, test_set, translation)
    if fault := find_fault_in_options(alignment_format, base):
        raise DomainError(fault)
    files = {"links": file, "source_tokens": source_tokens, "target_tokens": target_tokens}
    read_as = {"format": alignment_format, "base": base, "is_reversed": is_reversed}
    with keeping_uploads(user=user, project=project) as keep:
        uploads = {
            part: keep(part_file, file_name if part_file is file else "")
            for part, part_file in files.items()
            if part_file
        }
        return _request(user, test_set, translation, uploads, read_as, uploads["links"].name)


@transaction.atomic
def add_released_alignment(
    *, user: User, project: Project, test_set: TestSet, translation: Translation | None, release: Release
) -> Job:
    """Queue the import of a release's gold links between source and translation, or first reference.

    Its pairs are found by their words, and every segment must be among them.
    """
    _require_place(user, project, test_set, translation)
    if not releases_for_test_sets(user, project).filter(pk=release.pk).exists():
        raise DomainError("Choose a word alignment release in the same languages, from a project that you manage.")
    return _request(user, test_set, translation, {}, {"release": release.pk}, release.file_name)


def _require_place(user: User, project: Project, test_set: TestSet, translation: Translation | None) -> None:
    """Raise an error unless a manager adds the first alignment of this text, in the project's own test set."""
    require(can_manage, user, project)
    if test_set.project_id != project.pk or (translation and translation.test_set_id != test_set.pk):
        raise DomainError("This test set does not belong to this project.")
    if test_set.word_alignments.filter(translation=translation).exists():
        raise DomainError(already_there(translation))


def _request(
    user: User,
    test_set: TestSet,
    translation: Translation | None,
    uploads: Mapping[str, Upload],
    read_as: Mapping[str, object],
    file_name: str,
) -> Job:
    parameters = {"test_set": test_set.pk, "translation": translation.pk if translation else None, **read_as}
    hashes = {part: upload.sha256 for part, upload in uploads.items()}
    return request_job(
        user=user,
        project=test_set.project,
        kind=WORD_ALIGNMENT_JOB,
        idempotency_key=key_of({**parameters, "hashes": hashes}),
        parameters={
            **parameters,
            "files": uploads,
            "name": translation.system.name if translation else "Reference",
            "file_name": file_name,
        },
    )
