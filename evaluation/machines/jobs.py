"""Job that compares a machine with people, and the last report."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime

from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.machines.models import Machine
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.agreement.queries import one_moment
from evaluation.machines.report import REPORT_JOB, Report, report_links, report_ratings
from evaluation.sources.machines import (
    count_state,
    read_known_links,
    read_known_ratings,
    read_machine_links,
    read_machine_ratings,
)


@dataclass(frozen=True, slots=True)
class StoredReport:
    """A report as a job computed it; `is_current` is false if people or the machine have answered since."""

    report: Report
    computed_at: datetime
    is_current: bool


@job(
    REPORT_JOB,
    "Machine beside people",
    result=ResultPage("evaluation:machine_report", "Show report", by="machine"),
    needs_manager=False,
)
def compare_machine(run: JobRun) -> None:
    """Store the report for the answers as they were when the job began."""
    machine = Machine.objects.select_related("project").get(pk=run.parameters["machine"], project=run.job.project)
    with one_moment():
        state, report = count_state(machine), _report(machine, run)
    with run.completing() as result:
        result |= {"machine": machine.pk, "state": state, "declared": machine.declare(), **report}


def find_report(machine: Machine) -> StoredReport | None:
    """Return the last report, or None if none was computed."""
    jobs = Job.objects.filter(
        project=machine.project_id, kind=REPORT_JOB, state=Job.State.SUCCEEDED, parameters__machine=machine.pk
    )
    last = jobs.order_by("-pk").first()
    if last is None or last.finished_at is None:
        return None
    return StoredReport(last.result, last.finished_at, last.result["state"] == count_state(machine))


def _report(machine: Machine, run: JobRun) -> Report:
    epsilon = run.parameters["epsilon"]
    if machine.project.kind == Project.Kind.ALIGNMENT:
        links = read_machine_links(machine)
        _require_comparable(len(pair.people) for pair in links.pairs)
        known = read_known_links(machine)
        return report_links(links.pairs, links.parts, epsilon=epsilon, known=known, tell=run.report)
    units = read_machine_ratings(machine)
    _require_comparable(len(unit.people) for unit, _ in units)
    scale = machine.project.idiomaticity.score_scale.values
    return report_ratings(units, scale, epsilon=epsilon, known=read_known_ratings(machine), tell=run.report)


def _require_comparable(numbers: Iterable[int]) -> None:
    if max(numbers, default=0) < 2:
        raise DomainError("No item has answers of this machine and of two people yet.")
