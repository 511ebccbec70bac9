"""Requests for the report on a machine."""

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.machines.models import Machine
from annotation_site.projects.abilities import can_run_jobs, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.judging.models import JudgingRound
from evaluation.machine_reports.alternative_annotator import EPSILON
from evaluation.machine_reports.report import REPORT_JOB
from evaluation.machines.queries import name_state

LARGEST_EPSILON = 0.5


def request_machine_report(
    *, user: User, machine: Machine, epsilon: float = EPSILON, judging_round: JudgingRound | None = None
) -> Job:
    """Queue the report on a machine, in a translation evaluation on one judging round, since each has its own scale;
    the same request for the same answers returns the same job.
    """
    require(can_run_jobs, user, machine.project)
    if (judging_round is not None) != (machine.project.kind == Project.Kind.EVALUATION):
        raise DomainError("Name a judging round of this project.")
    if not 0 <= epsilon <= LARGEST_EPSILON:
        raise DomainError(f"ε must be a number from 0 to {LARGEST_EPSILON}.")
    number = None if judging_round is None else judging_round.number
    return request_job(
        user=user,
        project=machine.project,
        kind=REPORT_JOB,
        idempotency_key=f"{machine.pk}-{name_state(machine, judging_round)}-{epsilon}",
        parameters={"machine": machine.pk, "epsilon": epsilon, "judging_round": number},
    )
