"""Requests for a release of an evaluation."""

from typing import Any
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from annotation_site.releases.services import queue_release
from annotation_site.web.exceptions import DomainError
from evaluation.releases.queries.evaluation import RELEASE
from evaluation.test_sets.models import TestSet


@transaction.atomic
def request_release(*, user: User, project: Project, test_set: TestSet, request_id: UUID, **terms: Any) -> Job:
    """Queue a release of a test set with outputs, scores and judgements as they are when the job runs.

    `terms` are note, licence, citation and creators as in every release.
    """
    if test_set.project_id != project.pk or project.kind != Project.Kind.EVALUATION:
        raise DomainError("Choose a test set of this translation evaluation project.")
    return queue_release(user=user, project=project, kind=RELEASE, request_id=request_id, test_set=test_set.pk, **terms)
