"""An adjudicator's decision about a passage, its undoing, and the differences that call for one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from django.db import transaction
from django.http import Http404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation_site.accounts.models import User
from annotation_site.adjudication.acts import Acts
from annotation_site.adjudication.services import Deciding, decide, undo
from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import can_adjudicate, require
from annotation_site.projects.models import Project
from annotation_site.texts.batches import in_batches
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion
from expressions.adjudication.cards import compare_readings
from expressions.adjudication.models import PassageAdjudication, PassageDifference
from expressions.adjudication.queries import compare_item, find_passage, read_readings
from expressions.marks.marking import Mark, sort_marks
from expressions.marks.queries import find_rules, say_fault

ACTS = Acts(
    decide="adjudicate_passage",
    undo="undo_adjudicate_passage",
    fields=("marks",),
    stale=gettext_noop("Someone else has decided on this passage since."),
    nothing=gettext_noop("There is no decision on this passage."),
    api="api:passage-decision",
    differences=PassageDifference,
)
READ = (Item.State.ANNOTATED, Item.State.ADJUDICATED)
BATCH = 500


@dataclass(frozen=True, slots=True)
class PassageVerdict:
    """All expressions of a passage as they are decided. `seen` tells the readings that the adjudicator saw, where the
    page sends it.
    """

    marks: Sequence[Mark]
    note: str = ""
    seen: str = ""


@transaction.atomic
def adjudicate_passage(
    *, user: User, project: Project, number: int, version: int, verdict: PassageVerdict, operation_id: UUID
) -> PassageAdjudication:
    """Store a decision. Raise StaleVersion for an outdated version, or if the readings are no longer those that were
    seen.
    """
    deciding = _lock(user, project, number)
    passage = find_passage(project, number)
    marks = sort_marks(verdict.marks)
    if fault := find_rules(passage, passage.item.project).find_fault(marks):
        raise DomainError(say_fault(fault))
    if verdict.seen and verdict.seen != compare_item(passage)[1]:
        raise StaleVersion(_("The readings of this passage have changed since you opened it. Look at it again."))
    wanted = {"marks": [mark.to_json() for mark in marks], "note": verdict.note, "is_done": True}
    decide(deciding, version=version, wanted=wanted, operation_id=operation_id)
    return deciding.row


@transaction.atomic
def undo_adjudication(
    *, user: User, project: Project, number: int, version: int, operation_id: UUID
) -> PassageAdjudication:
    """Undo the latest decision about a passage; the one before it applies again."""
    deciding = _lock(user, project, number)
    undo(deciding, version=version, operation_id=operation_id)
    return deciding.row


def note_differences(items: Iterable[int], *, also: int | None = None) -> None:
    """Store on how many places the readings of annotated passages differ; `also` is an assignment that is being
    submitted.
    """
    for keys in in_batches(items, BATCH):
        read_items = list(Item.objects.filter(pk__in=keys, state__in=READ))
        readings = read_readings([item.pk for item in read_items], also=also)
        PassageDifference.objects.bulk_create(
            [
                PassageDifference(
                    item=item,
                    project_id=item.project_id,
                    strength=len(compare_readings(readings.get(item.pk, {})).cards),
                    is_decided=item.state == Item.State.ADJUDICATED,
                )
                for item in read_items
            ],
            update_conflicts=True,
            unique_fields=["item"],
            update_fields=["strength"],
        )


def _lock(user: User, project: Project, number: int) -> Deciding[PassageAdjudication]:
    require(can_adjudicate, user, project)
    item = Item.objects.filter(project=project, number=number).select_for_update(no_key=True, of=("self",)).first()
    if item is None:
        raise Http404("There is no such passage.")
    if item.state not in READ:
        raise NotEditable(_("This passage is still being read. You can decide on it when all readings are submitted."))
    item.project = project
    row = PassageAdjudication.objects.filter(item=item).first() or PassageAdjudication(item=item)
    return Deciding(ACTS, user, project, row, {"number": number}, item)
