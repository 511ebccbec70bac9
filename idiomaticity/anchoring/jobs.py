"""Job that measures the effects of a machine's scores on raters, and the last report."""

from __future__ import annotations

from annotation_site.anchoring import jobs as anchoring
from annotation_site.anchoring.jobs import StoredEffects, write_effects
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.anchoring.effects import measure_effects
from idiomaticity.anchoring.queries import read_seen
from idiomaticity.ratings.queries import count_rating_changes

ANCHORING_JOB = "rating_anchoring"
GROUPS = {"shown": False, "controls": True}
NO_RATINGS = "Nobody has submitted a rating beside a machine’s scores yet."
NO_CONTROLS = "There are no submitted ratings of control items yet, so the others have nothing to be compared with."


@job(ANCHORING_JOB, "Effects of a machine’s scores", result=ResultPage("idiomaticity:anchoring", "Show effects"))
def measure_anchoring(run: JobRun) -> None:
    """Store the effects for the ratings as they were when the job began."""
    project = run.job.project
    work, ratings = count_rating_changes(project), list(read_seen(project))
    groups = {}
    for name, is_control in GROUPS.items():
        groups[name] = [rating for rating in ratings if rating.is_control == is_control]
    if not groups["shown"]:
        raise DomainError(NO_RATINGS)
    if not groups["controls"]:
        raise DomainError(NO_CONTROLS)
    effects = measure_effects(ratings, width=project.idiomaticity.score_scale.width)
    items = {}
    for name, rated in groups.items():
        items[name] = len({rating.item for rating in rated})
    with run.completing() as result:
        result |= {
            **write_effects(work, effects),
            "items": items,
            "ratings": {name: len(rated) for name, rated in groups.items()},
        }


def find_effects(project: Project) -> StoredEffects | None:
    """Return the last report, or None if none was computed."""
    return anchoring.find_effects(project, ANCHORING_JOB, count_rating_changes(project))
