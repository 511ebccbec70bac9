"""Services for storing system outputs and queueing their import."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.files.base import File

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.jobs.uploads import keeping_uploads, key_of
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.outputs import TRANSLATIONS_JOB
from evaluation.test_sets.files import is_conllu, is_table
from evaluation.test_sets.jobs.rows import MOST_SYSTEMS
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.services import LONGEST_NAME, require_name


def add_translations(
    *,
    user: User,
    project: Project,
    test_set: TestSet,
    file: File[bytes],
    file_name: str,
    name: str = "",
    columns: Sequence[str] = (),
    whole_source: File[bytes] | None = None,
    replaces: bool = False,
) -> Job:
    """Store a file of system outputs and queue its import; the same bytes under the same names return the same job.

    The file has a line per segment under one name, or a table's columns, all of them if none is named. A file with a
    line for each line of the `whole_source` has those of the segments taken from it. Translations that exist are
    deleted if the new ones replace them.
    """
    require(can_manage, user, project)
    if test_set.project_id != project.pk:
        raise DomainError("This test set does not belong to this project.")
    columns = [column.strip() for column in columns if column.strip()]
    if not is_table(file_name):
        if columns:
            raise DomainError("Columns are only for tables (xlsx, csv, tsv or jsonl).")
        name = require_name(name, "system")
    name = " ".join(name.split())
    if len(columns) > MOST_SYSTEMS:
        raise DomainError(f"At most {MOST_SYSTEMS} columns can be imported at once.")
    for each in [name, *columns]:
        if len(each) > LONGEST_NAME:
            raise DomainError(f"The system's name is longer than {LONGEST_NAME} characters.")
    if whole_source is not None and (is_table(file_name) or is_conllu(file_name)):
        raise DomainError("The source of the whole text is for files with one line per sentence.")
    asked = {"test_set": test_set.pk, "name": name, "columns": columns, **({"replaces": True} if replaces else {})}
    with keeping_uploads(user=user, project=project) as keep:
        upload = keep(file, file_name)
        whole = {"whole_source": keep(whole_source)} if whole_source is not None else {}
        hashes = {part: each.sha256 for part, each in whole.items()}
        return request_job(
            user=user,
            project=project,
            kind=TRANSLATIONS_JOB,
            idempotency_key=key_of({**asked, **hashes, "sha256": upload.sha256}),
            parameters={**asked, **whole, "upload": upload, "file_name": upload.name},
        )
