"""Job that compares a machine with people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from annotation_site.agreement.queries import one_moment
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.machines.models import Machine
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.judging.models import JudgingRound
from evaluation.machine_judges.queries import read_judged_units, read_known_judgements
from evaluation.machine_reports.report import REPORT_JOB, Report, report_judgements, report_links, report_ratings
from evaluation.machines.queries import name_state
from evaluation.sources.machines import (
    read_known_links,
    read_known_ratings,
    read_machine_links,
    read_machine_ratings,
)


@job(
    REPORT_JOB,
    "Machine compared with annotators",
    result=ResultPage("evaluation:machine_report", "Show report", by="machine"),
    needs_manager=False,
)
def compare_machine(run: JobRun) -> None:
    """Store the report for the answers as they were when the job began."""
    machine = Machine.objects.select_related("project").get(pk=run.parameters["machine"], project=run.job.project)
    number = run.parameters["judging_round"]
    judging_round = None if number is None else JudgingRound.objects.get(project=machine.project, number=number)
    with one_moment():
        state, report = name_state(machine, judging_round), _report(machine, judging_round, run)
    about = {"machine": machine.pk, "judging_round": number}
    with run.completing() as result:
        result |= {**about, "state": state, "declared": machine.declare(), **report}


def _report(machine: Machine, judging_round: JudgingRound | None, run: JobRun) -> Report:
    options: dict[str, Any] = {"epsilon": run.parameters["epsilon"], "tell": run.report}
    if judging_round is not None:
        judged = read_judged_units(judging_round, machine)
        _require_comparable(len(unit.people) for unit, _ in judged)
        known = read_known_judgements(judging_round, machine)
        return report_judgements(judged, judging_round.method, known=known, **options)
    if machine.project.kind == Project.Kind.ALIGNMENT:
        links = read_machine_links(machine)
        _require_comparable(len(pair.people) for pair in links.pairs)
        return report_links(links.pairs, links.parts, known=read_known_links(machine), **options)
    units = read_machine_ratings(machine)
    _require_comparable(len(unit.people) for unit, _ in units)
    return report_ratings(units, known=read_known_ratings(machine), **options)


def _require_comparable(numbers: Iterable[int]) -> None:
    if max(numbers, default=0) < 2:
        raise DomainError("No item has answers of this machine and of two people yet.")
