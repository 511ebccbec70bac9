"""Requests for correlations, and uploads of finished studies."""

from django.core.files.base import File
from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.jobs.uploads import request_reading
from annotation_site.projects.abilities import can_manage, can_run_jobs, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.outputs import CORRELATION_JOB, STUDY_JOB
from evaluation.correlation.queries.human_sources import HumanSource, read_state
from evaluation.correlation.subsets import SUBSETS
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.services import require_name


@transaction.atomic
def request_correlation(*, user: User, source: HumanSource, subset: str = "") -> Job:
    """Queue the correlation of the present judgements and measures, of a subset if one is named (`SUBSETS`); the same
    data return the same job.
    """
    project = source.test_set.project
    require(can_run_jobs, user, project)
    if subset and subset not in SUBSETS:
        raise DomainError(f"subset must be one of: {', '.join(SUBSETS)}.")
    state = read_state(source, subset)
    return request_job(
        user=user,
        project=project,
        kind=CORRELATION_JOB,
        idempotency_key=state,
        parameters={"test_set": source.test_set.pk, "state": state, "subset": subset, **source.references()},
    )


def import_human_study(
    *, user: User, project: Project, test_set: TestSet, name: str, file: File[bytes], file_name: str
) -> Job:
    """Store a table (system, segment, annotator, score) and queue its import; the same bytes and name return the same
    job.
    """
    require(can_manage, user, project)
    if test_set.project_id != project.pk:
        raise DomainError("This test set does not belong to this project.")
    name = require_name(name, "study")
    return request_reading(
        user=user,
        project=project,
        kind=STUDY_JOB,
        file=file,
        file_name=file_name,
        asked={"test_set": test_set.pk, "name": name},
    )
