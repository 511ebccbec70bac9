"""Requests to compare two systems on a test set too large for a request."""

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.projects.abilities import can_run_jobs, require
from annotation_site.web.exceptions import DomainError
from evaluation.comparisons.jobs import PairQuestion
from evaluation.projects.job_names import COMPARISON_JOB


def request_comparison(*, user: User, question: PairQuestion | None) -> Job:
    """Queue the comparison; an identical request returns the same job.

    Raise DomainError if there is no question, since the pair is not measured.
    """
    if question is None:
        raise DomainError("One of these systems has no scores for this measure.")
    project = question.test_set.project
    require(can_run_jobs, user, project)
    return request_job(
        user=user,
        project=project,
        kind=COMPARISON_JOB,
        idempotency_key=question.key,
        parameters=question.to_json(),
    )
