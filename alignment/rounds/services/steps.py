"""An annotator's actions in an open reconciliation round: keeping or changing a reading, and discussing it."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from alignment.adjudication.decisions import write_seen
from alignment.projects.models import AlignmentSettings
from alignment.readings.links import Cell, Label, Reading
from alignment.readings.queries.drawn import find_untouched, read_links
from alignment.readings.queries.states import lock_round_reading
from alignment.readings.services.changes import LinkEntry, MarkEntry
from alignment.rounds.models import RoundComment, RoundItem, RoundReading
from alignment.rounds.queries.pending_tasks import ROUND_QUESTIONS
from alignment.rounds.queries.readings import digest_readings
from alignment.rounds.services.readings import raise_version, settle_in_round
from annotation_site.accounts.models import User
from annotation_site.assignments.history import SET
from annotation_site.assignments.models import Assignment, Comment
from annotation_site.assignments.services.assignments import store_comment
from annotation_site.assignments.services.changes import change_assignment
from annotation_site.assignments.services.locks import lock_annotator, lock_assignment
from annotation_site.assignments.services.submissions import SUBMIT, submit_assignment
from annotation_site.notices.services import notify
from annotation_site.operations.models import Operation
from annotation_site.operations.services import find_repeat, record_operation
from annotation_site.projects.models import Membership
from annotation_site.web.exceptions import ChangedMeanwhile, DomainError, NotEditable, StaleVersion

KEEP, KEEP_LINK = "round_keep", "round_keep_link"
CLOSED = gettext_noop("The reconciliation round of this pair is closed. Your last submitted reading counts.")


@transaction.atomic
def keep_reading(
    *,
    user: User,
    assignment_id: int,
    operation_id: UUID,
    version: int,
    seen: str | None = None,
    mark_rest: bool = False,
) -> RoundReading:
    """Finish a pair: submit the current reading if it was changed or leaves words bare, and keep it otherwise. `seen`
    is the digest of the others' readings that the annotator decided by (`digest_readings`); where they are others now,
    the step is refused with `ChangedMeanwhile`. `mark_rest` marks bare words as in `finish_reading`.
    """
    lock_annotator(user=user, assignment_id=assignment_id)
    in_round = _lock(user, assignment_id)
    assignment = in_round.assignment
    earlier = Operation.objects.filter(actor=user, operation_id=operation_id).first()
    kind = earlier.kind if earlier and earlier.kind in (KEEP, SUBMIT) else KEEP
    if find_repeat(actor=user, operation_id=operation_id, kind=kind, subject=assignment):
        return in_round
    _require_version(assignment, version)
    if seen is not None and digest_readings(_lock_others(in_round)) != seen:
        raise ChangedMeanwhile(_("Another annotator has changed a link here since. Look at it, then finish."))
    submitted = in_round.after or in_round.before
    reading = read_links(assignment)
    if reading != Reading.from_json(submitted.reading) or _leaves_bare(assignment, reading):
        submit_assignment(
            user=user,
            assignment_id=assignment_id,
            operation_id=operation_id,
            version=version,
            mark_rest=mark_rest,
        )
        in_round.refresh_from_db()
        return in_round
    settle_in_round(in_round, submitted)
    _record_own(user, in_round, operation_id, KEEP)
    return in_round


@transaction.atomic
def keep_link(
    *, user: User, assignment_id: int, operation_id: UUID, version: int, cell: Cell, seen: str | None = None
) -> RoundReading:
    """Record for one disputed cell that the annotator has considered it and keeps their own label; `seen` as in
    `change_link`.
    """
    in_round = _lock(user, assignment_id)
    if find_repeat(actor=user, operation_id=operation_id, kind=KEEP_LINK, subject=in_round.assignment):
        return in_round
    _require_version(in_round.assignment, version)
    _require_seen(in_round, cell, seen)
    pair = in_round.assignment.item.sentence_pair
    if cell[0] >= len(pair.source_tokens) or cell[1] >= len(pair.target_tokens):
        raise DomainError(_("There is no cell {cell} in this pair.").format(cell=f"{cell[0]}-{cell[1]}"))
    if list(cell) not in in_round.kept_cells:
        in_round.kept_cells = sorted([*in_round.kept_cells, list(cell)])
        in_round.save(update_fields=["kept_cells"])
        raise_version(in_round)
    _record_own(user, in_round, operation_id, KEEP_LINK, cell=list(cell))
    return in_round


@transaction.atomic
def change_link(
    *,
    user: User,
    assignment_id: int,
    operation_id: UUID,
    version: int,
    cell: Cell,
    label: Label | None,
    seen: str | None = None,
) -> Operation:
    """Change one cell of the annotator's reading in a round, and its words' marks with it, so that no word is left
    undone. `seen` has the others' labels of the cell that the annotator decided by, as `write_seen` writes them; where
    they are others now, the step is refused with `ChangedMeanwhile`: two people who take each other's label at once
    would swap them.
    """
    in_round = _lock(user, assignment_id)
    if not find_repeat(actor=user, operation_id=operation_id, kind=SET, subject=in_round.assignment):
        _require_seen(in_round, cell, seen)
    links, marks = _with_marks(in_round.assignment, cell, label)
    return change_assignment(
        user=user,
        assignment_id=assignment_id,
        operation_id=operation_id,
        version=version,
        kind=SET,
        links=links,
        unaligned=marks,
    )


@transaction.atomic
def post_round_comment(
    *, user: User, assignment_id: int, operation_id: UUID, text: str, is_question: bool = False
) -> Comment:
    """Add a comment that the pair's other annotators can read, under the annotator's pseudonym; a question waits for
    them until they comment, too.
    """
    in_round = _lock(user, assignment_id)
    comment = store_comment(
        user=user, assignment_id=assignment_id, operation_id=operation_id, text=text, is_question=is_question
    )
    _, is_new = RoundComment.objects.get_or_create(comment=comment, defaults={"round_item": in_round.round_item})
    if is_new:
        raise_version(in_round)
    if is_new and is_question:
        others = Membership.objects.filter(assignments__round_readings__round_item=in_round.round_item_id)
        notify(task=ROUND_QUESTIONS, project=comment.item.project, actor=user, annotators=others)
    return comment


def _leaves_bare(assignment: Assignment, reading: Reading) -> bool:
    item = assignment.item
    return any(find_untouched(reading, item.sentence_pair, item.project.alignment.scope).values())


def _lock(user: User, assignment_id: int) -> RoundReading:
    assignment = lock_assignment(user=user, assignment_id=assignment_id)[0]
    in_round = lock_round_reading(assignment)
    if in_round is None:
        raise NotEditable(_(CLOSED))
    return in_round


def _require_version(assignment: Assignment, version: int) -> None:
    if assignment.version != version:
        raise StaleVersion(_("You changed this pair in another tab or browser. Check it and try again."))


def _lock_others(in_round: RoundReading) -> list[Reading]:
    """Return the others' readings as they are now, in the order of the page; no other step on the pair passes before
    this one has ended.
    """
    RoundItem.objects.select_for_update(no_key=True, of=("self",)).get(pk=in_round.round_item_id)
    others = in_round.round_item.readings.exclude(pk=in_round.pk).select_related("assignment")
    return [read_links(other.assignment) for other in others.order_by("assignment__annotator")]


def _require_seen(in_round: RoundReading, cell: Cell, seen: str | None) -> None:
    if seen is not None and write_seen(reading.links.get(cell) for reading in _lock_others(in_round)) != seen:
        raise ChangedMeanwhile(_("Another annotator has changed this link since. Look at it and decide again."))


def _with_marks(assignment: Assignment, cell: Cell, label: Label | None) -> tuple[list[LinkEntry], list[MarkEntry]]:
    reading = read_links(assignment)
    pair = assignment.item.sentence_pair
    left = [other for other in reading.links if other != cell]
    is_full = assignment.item.project.alignment.scope == AlignmentSettings.Scope.FULL
    sides = (
        ("source", cell[0], reading.unaligned_source, {source for source, _ in left}, pair.source_target_words),
        ("target", cell[1], reading.unaligned_target, {target for _, target in left}, pair.target_target_words),
    )
    marks: list[MarkEntry] = []
    for side, index, marked, linked, target_words in sides:
        if label is not None and index in marked:
            marks.append((side, index, False))
        if label is None and index not in linked and (is_full or index in target_words):
            marks.append((side, index, True))
    return [(*cell, label)], marks


def _record_own(user: User, in_round: RoundReading, operation_id: UUID, kind: str, **more: Any) -> None:
    assignment = in_round.assignment
    record_operation(
        actor=user,
        project=assignment.item.project,
        assignment=assignment,
        kind=kind,
        payload={"round": in_round.round_item.round.number, **more},
        operation_id=operation_id,
        version=assignment.version,
    )
