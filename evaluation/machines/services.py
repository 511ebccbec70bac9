"""Requests for the report on a machine."""

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.machines.models import Machine
from annotation_site.projects.abilities import can_run_jobs, require
from annotation_site.web.exceptions import DomainError
from evaluation.machines.alternative_annotator import EPSILON
from evaluation.machines.report import REPORT_JOB
from evaluation.sources.machines import count_state

LARGEST_EPSILON = 0.5


def request_machine_report(*, user: User, machine: Machine, epsilon: float = EPSILON) -> Job:
    """Queue the report on a machine; the same request for the same answers returns the same job."""
    require(can_run_jobs, user, machine.project)
    if not 0 <= epsilon <= LARGEST_EPSILON:
        raise DomainError(f"ε must be a number from 0 to {LARGEST_EPSILON}.")
    return request_job(
        user=user,
        project=machine.project,
        kind=REPORT_JOB,
        idempotency_key=f"{machine.pk}-{count_state(machine)}-{epsilon}",
        parameters={"machine": machine.pk, "epsilon": epsilon},
    )
