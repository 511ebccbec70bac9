"""The last report on a machine, and what it was computed from."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime

from django.db.models import Exists, OuterRef

from annotation_site.jobs.models import Job
from annotation_site.machines.models import Machine, MachineAnswer
from evaluation.judging.models import JudgingRound
from evaluation.machine_judges.queries import name_machine_state
from evaluation.machine_reports.report import REPORT_JOB, Report
from evaluation.sources.machines import count_state

MAY_BE_NUMBER = re.compile("[0-9]{1,9}")


@dataclass(frozen=True, slots=True)
class StoredReport:
    """A report as a job computed it; `is_current` is false if people or the machine have answered since."""

    report: Report
    computed_at: datetime
    is_current: bool


def name_state(machine: Machine, judging_round: JudgingRound | None = None) -> str:
    """Return a key that changes with people's work and the machine's answers."""
    return count_state(machine) if judging_round is None else name_machine_state(judging_round, machine)


def find_judging_round(machine: Machine, number: int | None = None) -> JudgingRound | None:
    """Return the judging round with this number, without one the newest that the machine judged, else the newest; None
    where there is none.
    """
    judging_rounds = JudgingRound.objects.filter(project=machine.project)
    if number is not None:
        return judging_rounds.filter(number=number).first()
    answers = MachineAnswer.objects.filter(machine=machine, item__judgement_task__judging_round=OuterRef("pk"))
    judged: JudgingRound | None = judging_rounds.filter(Exists(answers)).first()
    return judged or judging_rounds.first()


def find_report(machine: Machine, judging_round: JudgingRound | None = None) -> StoredReport | None:
    """Return the last report, on a judging round where one is given, or None if none was computed."""
    number = None if judging_round is None else judging_round.number
    jobs = Job.objects.filter(
        project=machine.project_id,
        kind=REPORT_JOB,
        state=Job.State.SUCCEEDED,
        parameters__contains={"machine": machine.pk, "judging_round": number},
    )
    last = jobs.order_by("-pk").first()
    if last is None or last.finished_at is None:
        return None
    return StoredReport(last.result, last.finished_at, last.result["state"] == name_state(machine, judging_round))
