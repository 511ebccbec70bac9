"""Requesting a release of the gold standard, a preview of it, or a comparison with another release."""

from typing import Any
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.projects.abilities import can_release, require
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from annotation_site.releases.services import queue_release

RELEASE, GOLD_PREVIEW, RELEASE_DIFFERENCE = "release", "gold_preview", "release_difference"


@transaction.atomic
def request_release(
    *,
    user: User,
    project: Project,
    request_id: UUID,
    separate_readings: bool = True,
    **terms: Any,
) -> Job:
    """Queue a release of every pair that has all its readings; one is built at a time.

    Without separate readings the release states agreement, but nobody can recompute it. `terms` are note, licence,
    citation and creators as in every release.
    """
    return queue_release(
        user=user,
        project=project,
        kind=RELEASE,
        request_id=request_id,
        separate_readings=separate_readings,
        **terms,
    )


def request_gold_preview(*, user: User, project: Project, request_id: UUID) -> Job:
    """Queue a count of the gold links under each policy; one that is already queued or running is shared."""
    require(can_release, user, project)
    running = Job.objects.unfinished().filter(project=project, kind=GOLD_PREVIEW).first()
    return running or request_job(
        user=user,
        project=project,
        kind=GOLD_PREVIEW,
        idempotency_key=str(request_id),
        parameters={},
    )


def request_release_difference(*, user: User, project: Project, before: Release, after: Release) -> Job:
    """Queue a comparison; releases never change, so two of them are compared only once."""
    return request_job(
        user=user,
        project=project,
        kind=RELEASE_DIFFERENCE,
        idempotency_key=difference_key(before, after),
        parameters={"from": before.number, "to": after.number},
    )


def difference_key(before: Release, after: Release) -> str:
    """Return the key by which the job that compares two releases is found again."""
    return f"{before.number}-{after.number}"
