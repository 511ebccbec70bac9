"""Reopening a reconciliation round that was closed too early."""

from datetime import datetime
from uuid import UUID

import pgtrigger
from django.db import transaction
from django.db.models import F

from alignment.agreement.queries.changes import hold_counts
from alignment.agreement.queries.counting import settle_readiness
from alignment.readings.services.changes import apply_change
from alignment.readings.services.outdating import outdate_adjudication
from alignment.rounds.models import ReconciliationRound, RoundAgreement, RoundReading
from alignment.rounds.queries.pending_tasks import OPEN_ROUND
from alignment.rounds.queries.reopening import find_obstacle
from alignment.rounds.services.rounds import find_repeat, lock_pairs, record_step, round_of
from annotation_site.accounts.models import User
from annotation_site.assignments.history import SET, UNDO, reverse_change
from annotation_site.assignments.models import Assignment
from annotation_site.notices.services import notify
from annotation_site.operations.models import Operation
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Membership, Project
from annotation_site.web.exceptions import DomainError, NotEditable

REOPEN = "round_reopen"
# The agreement after the round, which the database protects: it is computed anew when the round is closed again.
AFTER_SUMS = ("alignment.RoundAgreement:kept", "alignment.RoundChance:kept")


@transaction.atomic
def reopen_round(*, user: User, project: Project, operation_id: UUID, number: int) -> ReconciliationRound:
    """Open a round again as it was before it was closed: annotators see each other's readings, drafts that closing
    restored are drafts again, and readings that it submitted wait for their annotators, who may keep them.

    Refused after a day, and once something rests on the round: a release, decisions, a later round, changed readings.
    """
    require(can_manage, user, project)
    project = Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    if earlier := find_repeat(user, operation_id, REOPEN):
        return round_of(project, earlier)
    held = project.reconciliation_rounds.filter(number=number).first()
    if held is None:
        raise DomainError(f"There is no round {number} in this project.")
    items = lock_pairs(held)
    closed_by, closed_at = held.closed_by, held.closed_at
    if (obstacle := find_obstacle(held)) or closed_by is None or closed_at is None:
        raise NotEditable(obstacle)
    unsettled = _unsettle(user, held, closed_by, closed_at)
    held.items.filter(removed_at=None).update(is_open=True, version=F("version") + 1)
    hold_counts(project)
    settle_readiness(items)
    for item in items:
        outdate_adjudication(item)
    with pgtrigger.ignore(*AFTER_SUMS):
        held.agreements.filter(moment=RoundAgreement.Moment.AFTER).delete()
        held.chances.filter(moment=RoundAgreement.Moment.AFTER).delete()
    held.state, held.closed_by, held.closed_at = ReconciliationRound.State.OPEN, None, None
    held.save(update_fields=["state", "closed_by", "closed_at"])
    known = {"closed_by": closed_by.pk, "closed_at": closed_at.isoformat(), "unsettled": unsettled}
    record_step(user, project, operation_id, REOPEN, held, **known)
    readers = Membership.objects.filter(
        assignments__round_readings__round_item__round=held,
        assignments__round_readings__round_item__removed_at=None,
    )
    notify(task=OPEN_ROUND, project=project, actor=user, annotators=readers)
    return held


def _unsettle(user: User, held: ReconciliationRound, closed_by: User, closed_at: datetime) -> int:
    """Give readings that closing settled back to their annotators, and return their number."""
    settled = RoundReading.objects.filter(round_item__round=held, settled_at=closed_at, round_item__removed_at=None)
    restored = Operation.objects.filter(
        kind=SET, actor=closed_by, created_at=closed_at, assignment__in=settled.values("assignment")
    )
    changes = dict(restored.values_list("assignment", "payload"))
    for assignment in Assignment.objects.filter(pk__in=changes).select_related("item__project").order_by("pk"):
        change = reverse_change(changes[assignment.pk])
        apply_change(assignment, change)
        assignment.version += 1
        assignment.save(update_fields=["version"])
        record_operation(actor=user, assignment=assignment, kind=UNDO, payload=change, version=assignment.version)
    return int(settled.update(state=RoundReading.State.CHANGING, settled_at=None))
