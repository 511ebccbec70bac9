"""Job that measures the effects of suggestions, and the last report."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from alignment.anchoring.effects import RESAMPLES, SEED, CountedReading, measure_effects
from alignment.anchoring.queries import count_work, list_suggested_pairs, read_counted
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError

ANCHORING_JOB = "anchoring"
REPORT_EVERY = 500
NO_CONTROLS = "There are no submitted readings of control pairs, so suggestions have nothing to be compared with."
NO_READINGS = "There are no submitted readings of pairs with suggestions yet."


@dataclass(frozen=True, slots=True)
class StoredEffects:
    """A report as a job computed it; `is_current` is false if anybody has worked since."""

    report: dict[str, Any]
    computed_at: datetime
    is_current: bool


@job(ANCHORING_JOB, "Effects of suggestions", result=ResultPage("alignment:anchoring", "Show effects"))
def measure_anchoring(run: JobRun) -> None:
    """Store the effects for the readings as they were when the job began."""
    project = run.job.project
    work, total = count_work(project), list_suggested_pairs(project).count()
    shown: list[CountedReading] = []
    controls: list[CountedReading] = []
    for place, (is_control, reading) in enumerate(read_counted(project)):
        (controls if is_control else shown).append(reading)
        if place % REPORT_EVERY == 0:
            run.report(min(place, total), total)
    if not shown:
        raise DomainError(NO_READINGS)
    if not controls:
        raise DomainError(NO_CONTROLS)
    effects = measure_effects(shown, controls)
    with run.completing() as result:
        result |= {
            "work": work,
            "resamples": RESAMPLES,
            "seed": SEED,
            "pairs": {"shown": len({each.item for each in shown}), "controls": len({each.item for each in controls})},
            "readings": {"shown": len(shown), "controls": len(controls)},
            "effects": [effect.to_json() for effect in effects],
        }


def find_effects(project: Project) -> StoredEffects | None:
    """Return the last report, or None if none was computed."""
    last = Job.objects.filter(project=project, kind=ANCHORING_JOB, state=Job.State.SUCCEEDED).order_by("-pk").first()
    if last is None or last.finished_at is None:
        return None
    return StoredEffects(last.result, last.finished_at, last.result["work"] == count_work(project))
