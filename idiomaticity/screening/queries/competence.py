"""The last estimate of the raters' competence."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from idiomaticity.ratings.queries import count_rating_changes
from idiomaticity.screening.competence import RaterCompetence

COMPETENCE = "rater_competence"


@dataclass(frozen=True, slots=True)
class CompetenceReport:
    """The last estimate of the raters' competence, and whether no rating has changed since."""

    raters: Sequence[RaterCompetence]
    computed_at: datetime
    is_current: bool


def find_competence(project: Project) -> CompetenceReport | None:
    """Return the last estimate, or None before the first."""
    done = Job.objects.filter(project=project, kind=COMPETENCE, state=Job.State.SUCCEEDED).order_by("-pk").first()
    if done is None or done.finished_at is None:
        return None
    is_current = done.parameters["changes"] == count_rating_changes(project)
    return CompetenceReport([RaterCompetence(**each) for each in done.result["raters"]], done.finished_at, is_current)
