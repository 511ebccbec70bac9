"""Services for storing system outputs and queueing their import."""

from __future__ import annotations

from collections.abc import Sequence

from django.core.files.base import File

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import request_reading
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.outputs import TRANSLATIONS_JOB
from evaluation.test_sets.files import is_table
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
) -> Job:
    """Store a file of system outputs and queue its import; the same bytes under the same names return the same job.

    The file has a line per segment under one name, or a table's columns, all of them if none is named.
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
    return request_reading(
        user=user,
        project=project,
        kind=TRANSLATIONS_JOB,
        file=file,
        file_name=file_name,
        asked={"test_set": test_set.pk, "name": name, "columns": columns},
    )
