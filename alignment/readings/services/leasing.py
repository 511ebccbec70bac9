"""The next pair for an annotator: training first, then work with silent checks mixed in."""

import hashlib
from uuid import uuid4

from django.db import transaction
from django.db.models import F

from alignment.readings.links import Reading
from alignment.readings.queries import read_links
from alignment.readings.services.changes import apply_change, describe_change, entries_between
from alignment.training.models import KnownGold, TrainingReading, TrainingRun
from alignment.training.queries import ordered_left, read_status
from annotation_site.accounts.models import User
from annotation_site.assignments.drawing import draw_point
from annotation_site.assignments.history import SET
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.services.assignments import give_out, lease_next_item
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import require_annotator
from annotation_site.projects.models import Membership, Project

Purpose = Assignment.Purpose


def lease_next_pair(*, user: User, project: Project) -> Assignment | None:
    """Give the annotator their next pair: one left unfinished, else a training pair, a silent check or a real one; None
    where nothing is left, or where training stands before the real pairs."""
    annotator = require_annotator(user, project)
    known, must_train = _lease_known(annotator)
    if known is not None or must_train:
        return known
    return lease_next_item(user=user, project=project)


@transaction.atomic
def _lease_known(annotator: Membership) -> tuple[Assignment | None, bool]:
    own = Membership.objects.select_for_update(no_key=True, of=("self",)).select_related("project__alignment", "user")
    annotator = own.get(pk=annotator.pk)
    if annotator.assignments.in_progress().exists():
        return None, False
    status = read_status(annotator)
    if status.is_required:
        run = status.current or (start_run(annotator) if not status.runs else None)
        return (_lease_training(annotator, run) if run else None), True
    return _lease_check(annotator), False


def start_run(annotator: Membership) -> TrainingRun:
    """Begin a try with the set as it is now; call it under the annotator's lock."""
    run = TrainingRun.objects.create(
        annotator=annotator,
        number=annotator.training_runs.count() + 1,
        threshold=annotator.project.alignment.training_threshold,
    )
    known = KnownGold.objects.for_training().filter(project=annotator.project_id)
    TrainingReading.objects.bulk_create(
        TrainingReading(run=run, item_id=row.item_id, gold=row.reading) for row in known.order_by("item")
    )
    return run


def _lease_training(annotator: Membership, run: TrainingRun) -> Assignment | None:
    reading = ordered_left(run).first()
    if reading is None:
        return None
    is_begun = reading.assignment_id is not None
    assignment = give_out(annotator, reading.item, Purpose.TRAINING)
    if not is_begun:
        _clear(assignment)
        TrainingReading.objects.filter(pk=reading.pk).update(assignment=assignment)
    return assignment


def _clear(assignment: Assignment) -> None:
    """Take away what an earlier try left, as an action of its own."""
    before = read_links(assignment)
    links, marks = entries_between(before, Reading())
    if not links and not marks:
        return
    change = describe_change(assignment, links, marks)
    apply_change(assignment, change)
    assignment.version += 1
    assignment.save(update_fields=["version"])
    record_operation(
        actor=assignment.annotator.user,
        assignment=assignment,
        kind=SET,
        payload=change,
        operation_id=uuid4(),
        version=assignment.version,
        at=assignment.taken_up_at,
    )


def _lease_check(annotator: Membership) -> Assignment | None:
    """A silent check, where this draw is one: told by seed, annotator and count of draws, so that it can be told again.

    It costs the annotator a draw as work does, and nothing that they can see tells it from work.
    """
    share = annotator.project.alignment.check_share
    if not share or _check_point(annotator) * 100 >= share:
        return None
    known = KnownGold.objects.for_checks().filter(project=annotator.project_id)
    free = known.exclude(item__assignments__annotator=annotator).select_related("item__sentence_pair")
    free = free.order_by("item__ring_place")
    row = free.filter(item__ring_place__gte=draw_point(annotator)).first() or free.first()
    if row is None:
        return None
    Membership.objects.filter(pk=annotator.pk).update(draw_count=F("draw_count") + 1)
    return give_out(annotator, row.item, Purpose.CHECK)


def _check_point(annotator: Membership) -> float:
    text = f"check:{annotator.project.seed}:{annotator.pk}:{annotator.draw_count}"
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:6]) / 2**48
