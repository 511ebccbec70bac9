"""Job that measures the effects of suggestions, and the last report."""

from __future__ import annotations

from alignment.anchoring.effects import CountedReading, measure_effects
from alignment.anchoring.queries import count_work, list_suggested_pairs, read_counted
from annotation_site.anchoring import jobs as anchoring
from annotation_site.anchoring.jobs import StoredEffects, write_effects
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError

ANCHORING_JOB = "anchoring"
REPORT_EVERY = 500
NO_CONTROLS = "There are no submitted readings of control pairs, so suggestions have nothing to be compared with."
NO_READINGS = "There are no submitted readings of pairs with suggestions yet."


@job(ANCHORING_JOB, "Effects of suggestions", result=ResultPage("alignment:anchoring", "Show effects"))
def measure_anchoring(run: JobRun) -> None:
    """Store the effects for the readings as they were when the job began."""
    project = run.job.project
    work, total = count_work(project), list_suggested_pairs(project).count()
    shown: list[CountedReading] = []
    controls: list[CountedReading] = []
    for done, (is_control, reading) in enumerate(read_counted(project)):
        (controls if is_control else shown).append(reading)
        if done % REPORT_EVERY == 0:
            run.report(min(done, total), total)
    if not shown:
        raise DomainError(NO_READINGS)
    if not controls:
        raise DomainError(NO_CONTROLS)
    effects = measure_effects(shown, controls)
    with run.completing() as result:
        result |= {
            **write_effects(work, effects),
            "pairs": {
                "shown": len({reading.item for reading in shown}),
                "controls": len({reading.item for reading in controls}),
            },
            "readings": {"shown": len(shown), "controls": len(controls)},
        }


def find_effects(project: Project) -> StoredEffects | None:
    """Return the last report, or None if none was computed."""
    return anchoring.find_effects(project, ANCHORING_JOB, count_work(project))
