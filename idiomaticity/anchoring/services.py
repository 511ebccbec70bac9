"""Recording which scores a rater sees, rules about showing them, and requests for their effects."""

from typing import Any

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.quotas import falls_in_share
from annotation_site.jobs.models import Job
from annotation_site.jobs.services import request_job
from annotation_site.machines.models import Machine
from annotation_site.prepared import Insert
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.anchoring.models import ShownScores
from idiomaticity.anchoring.queries import list_shown_machines, read_scores
from idiomaticity.ratings.queries import count_rating_changes

_add_shown = Insert(ShownScores)


def record_shown_scores(assignment: Assignment) -> None:
    """Record which scores the rater sees beside the questions of a new lease, whose annotator was fetched
    `with_shown_machine`. Items whose answer is known, and repeats, show none.

    Which items are controls depends only on seed, annotator and number of the item.
    """
    annotator: Any = assignment.annotator
    if annotator.shown_machine is None or assignment.purpose != Assignment.Purpose.WORK:
        return
    scores = read_scores(annotator.shown_machine, assignment.item_id)
    if not scores:
        return
    key = f"scores:{annotator.project.seed}:{annotator.pk}"
    is_control = falls_in_share(key, assignment.item.number - 1, annotator.score_control_share)
    # An item that was returned and comes back shows what it showed.
    _add_shown.unless_there(
        ShownScores(assignment=assignment, machine_id=annotator.shown_machine, scores=scores, is_control=is_control)
    )


def require_only_shown(machine: Machine) -> None:
    """Refuse to show the scores of two machines."""
    others = list_shown_machines().filter(project=machine.project_id).exclude(pk=machine.pk)
    if machine.use == Machine.Use.SUGGESTIONS and (other := others.first()):
        raise DomainError(f"Raters already see the scores of {other.name}. Hide those first.")


def request_effects(*, user: User, project: Project) -> Job:
    """Queue the effects of a machine's scores; a repeated request for the same work returns the same job."""
    require(can_manage, user, project)
    key = f"work-{count_rating_changes(project)}"
    return request_job(user=user, project=project, kind="rating_anchoring", idempotency_key=key, parameters={})
