"""Training: attempts begin, pairs are submitted, and the last pair of an attempt decides."""

from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils import timezone
from django.utils.translation import gettext as _

from alignment.training.models import TrainingReading, TrainingRun
from alignment.training.queries import measure, read_status
from alignment.training.services.leasing import hold_set, start_run
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Submission
from annotation_site.assignments.services.leasing import lock_membership
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.abilities import can_manage, require, require_annotator
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError


@transaction.atomic
def try_again(*, user: User, project: Project, operation_id: UUID) -> TrainingRun:
    """Begin another attempt after one that was not passed, while attempts are left."""
    annotator = lock_membership(require_annotator(user, project).pk)
    if _is_repeat(user, annotator, operation_id, "try_again"):
        return _latest(annotator)
    hold_set(annotator)
    if not read_status(annotator).may_try_again:
        raise DomainError(
            _("You cannot start an attempt: one is in progress, you have passed, or you have no attempts left.")
        )
    return _begin(user, annotator, operation_id, "try_again")


@transaction.atomic
def allow_attempt(*, user: User, project: Project, annotator_id: int, operation_id: UUID) -> TrainingRun:
    """Grant one more attempt, which begins at once, to somebody who has used all of theirs."""
    require(can_manage, user, project)
    known = project.memberships.active().annotators().filter(pk=annotator_id)
    if not known.exists():
        raise Http404("There is no such annotator.")
    annotator = lock_membership(annotator_id)
    if _is_repeat(user, annotator, operation_id, "allow_attempt"):
        return _latest(annotator)
    hold_set(annotator)
    if not read_status(annotator).is_used_up:
        raise DomainError(f"Annotator {annotator.pseudonym} still has attempts left.")
    return _begin(user, annotator, operation_id, "allow_attempt")


def keep_training(assignment: Assignment, submission: Submission) -> None:
    """Keep the reading for its attempt; with the last one the attempt is passed or not."""
    run = TrainingRun.objects.select_for_update(no_key=True, of=("self",)).get(
        annotator=assignment.annotator_id, state=TrainingRun.State.UNDERWAY
    )
    run.readings.filter(item=assignment.item_id).update(assignment=assignment, submission=submission)
    if run.readings.filter(submission__isnull=True).exists():
        return
    readings: list[TrainingReading] = list(run.readings.select_related("submission"))
    run.agr = measure(readings).value or 0.0
    run.threshold = assignment.item.project.alignment.training_threshold
    run.state = TrainingRun.State.PASSED if run.agr * 100 >= run.threshold else TrainingRun.State.FAILED
    run.finished_at = timezone.now()
    run.save(update_fields=["agr", "threshold", "state", "finished_at"])


def _is_repeat(user: User, annotator: Membership, operation_id: UUID, kind: str) -> bool:
    about = {"annotator": annotator.pseudonym}
    return is_repeat(actor=user, operation_id=operation_id, kind=kind, project=annotator.project, about=about)


def _latest(annotator: Membership) -> TrainingRun:
    return TrainingRun.objects.filter(annotator=annotator).latest("number")


def _begin(user: User, annotator: Membership, operation_id: UUID, kind: str) -> TrainingRun:
    run = start_run(annotator)
    record_operation(
        actor=user,
        project=annotator.project,
        kind=kind,
        payload={"annotator": annotator.pseudonym, "attempt": run.number},
        operation_id=operation_id,
    )
    return run
