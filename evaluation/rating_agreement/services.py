"""Requests for agreement of many ratings."""

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.projects.abilities import can_run_jobs, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.outputs import RATING_AGREEMENT_JOB
from evaluation.rating_agreement.jobs import Question
from evaluation.sources.ratings import count_rating_changes


def request_rating_agreement(*, user: User, project: Project, question: Question) -> Job:
    """Queue every figure of the present ratings; a repeated request for the same ratings returns the same job."""
    require(can_run_jobs, user, project)
    changes = count_rating_changes(project)
    if not changes:
        raise DomainError("There are no ratings yet.")
    return request_job(
        user=user,
        project=project,
        kind=RATING_AGREEMENT_JOB,
        idempotency_key=f"{changes}-{question.key}",
        parameters=question.to_json(),
    )
