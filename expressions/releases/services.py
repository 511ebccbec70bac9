"""Requests for a release of expressions in text."""

from typing import Any
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from annotation_site.releases.services import queue_release
from annotation_site.web.exceptions import DomainError
from expressions.releases.queries import RELEASE


@transaction.atomic
def request_release(
    *,
    user: User,
    project: Project,
    request_id: UUID,
    unseen_test: int | None = None,
    unseen_dev: int | None = None,
    seed: int | None = None,
    **terms: Any,
) -> Job:
    """Queue a release of the passages as they are when the job runs, with a split if both numbers of unseen expressions
    are given.

    `terms` are note, licence, citation and creators as in every release.
    """
    if bool(unseen_test) != bool(unseen_dev):
        raise DomainError("For a split, say how many unseen expressions both test and dev should have.")
    if unseen_test and unseen_dev:
        terms["split"] = {"unseen_test": unseen_test, "unseen_dev": unseen_dev, "seed": 1 if seed is None else seed}
    return queue_release(user=user, project=project, kind=RELEASE, request_id=request_id, **terms)
