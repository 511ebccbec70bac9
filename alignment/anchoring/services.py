"""Requests for the effects of suggestions."""

from alignment.anchoring.queries import count_work
from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project


def request_effects(*, user: User, project: Project) -> Job:
    """Queue the effects of suggestions; a repeated request for the same work returns the same job."""
    require(can_manage, user, project)
    key = f"work-{count_work(project)}"
    return request_job(user=user, project=project, kind="anchoring", idempotency_key=key, parameters={})
