"""Services for uploading segment scores of a measure computed elsewhere."""

from __future__ import annotations

from django.core.files.base import File
from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import request_reading
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.outputs import EXTERNAL_SCORES_JOB
from evaluation.measures.kinds.external import LONGEST_NAME, external_name
from evaluation.measures.registry import MEASURES
from evaluation.test_sets.files import is_table
from evaluation.test_sets.models import TestSet


@transaction.atomic
def add_external_scores(
    *,
    user: User,
    project: Project,
    test_set: TestSet,
    name: str,
    file: File[bytes],
    file_name: str,
    system: str = "",
    lower_is_better: bool = False,
) -> Job:
    """Store a file with a number per segment of the named system, or a table with a column per system, and queue its
    import.

    The same bytes under the same names return the same job.
    """
    require(can_manage, user, project)
    if test_set.project_id != project.pk:
        raise DomainError("This test set does not belong to this project.")
    name = " ".join(name.split())
    if not name or len(name) > LONGEST_NAME or not name.isprintable():
        raise DomainError(f"Give the measure a name of up to {LONGEST_NAME} characters.")
    if name.lower() in {known.title.lower() for known in MEASURES.values()}:
        raise DomainError(f"{name} is a built-in measure. Choose another name.")
    if not is_table(file_name) and not test_set.translations.filter(system__name=system).exists():
        raise DomainError("Choose the system of the scores, or upload a table with columns for systems.")
    asked = {
        "test_set": test_set.pk,
        "measure": external_name(name, lower_is_better=lower_is_better),
        "system": "" if is_table(file_name) else system,
    }
    return request_reading(
        user=user,
        project=project,
        kind=EXTERNAL_SCORES_JOB,
        file=file,
        file_name=file_name,
        asked=asked,
        told={"name": name},
    )
