"""Requesting the scores of a neural model."""

from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.neural_measures.onnx_score.model import ModelError
from evaluation.neural_measures.queries import open_model
from evaluation.test_sets.models import TestSet

NEURAL_SCORES_JOB = "neural_scores"


@transaction.atomic
def request_neural_scores(*, user: User, project: Project, test_set: TestSet, model: str, request_id: UUID) -> Job:
    """Queue the scores of all systems that have none of the model; a repeated request returns the same job."""
    require(can_manage, user, project)
    if test_set.project_id != project.pk:
        raise DomainError("This test set does not belong to this project.")
    try:
        open_model(model).describe()
    except ModelError as error:
        raise DomainError(str(error)) from error
    if not test_set.translations.exists():
        raise DomainError("This test set has no translations to score. Add some first.")
    return request_job(
        user=user,
        project=project,
        kind=NEURAL_SCORES_JOB,
        idempotency_key=str(request_id),
        parameters={"test_set": test_set.pk, "model": model},
    )
