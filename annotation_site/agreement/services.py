"""Requests for figures of agreement that take long."""

from typing import Any

from annotation_site.accounts.models import User
from annotation_site.agreement.kinds import find_agreement
from annotation_site.agreement.queries import AGREEMENT_JOB, name_request
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.projects.abilities import can_run_jobs, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError


def request_agreement(*, user: User, project: Project, options: Any) -> Job:
    """Queue the figures of the present readings; a repeated request for the same readings returns the same job."""
    require(can_run_jobs, user, project)
    kind = find_agreement(project)
    if not kind.read_changes(project) or not kind.count_units(project):
        raise DomainError(f"No {kind.noun[1]} can be compared yet.")
    return request_job(
        user=user,
        project=project,
        kind=AGREEMENT_JOB,
        idempotency_key=name_request(kind, project, options),
        parameters={"query": kind.write_query(options)},
    )
