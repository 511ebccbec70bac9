"""The next training pair of an annotator who must pass the set before real pairs come, and silent checks that stay so
while they are leased.
"""

from uuid import uuid4

from alignment.readings.links import Reading
from alignment.readings.queries.drawn import read_links
from alignment.readings.services.changes import apply_change, describe_change, entries_between
from alignment.training.models import KnownGold, TrainingReading, TrainingRun
from alignment.training.queries import ordered_left, read_status
from annotation_site.assignments.history import SET
from annotation_site.assignments.models import Assignment, Item
from annotation_site.assignments.services.leasing import give_out
from annotation_site.operations.services import record_operation
from annotation_site.prepared import Statement
from annotation_site.projects.models import Membership

# A manager who stops using a pair deletes its row, and waits for these locks; leases do not wait for one another.
_hold_check = Statement("SELECT 1 FROM alignment_knowngold WHERE item_id = $1 AND use = 'check' FOR KEY SHARE")
_hold_set = Statement("SELECT 1 FROM alignment_knowngold WHERE project_id = $1 AND use = 'training' FOR KEY SHARE")


def hold_check(item: Item) -> bool:
    """Keep a pair among the checks until the transaction ends, and return whether it is still one."""
    return bool(_hold_check(item.pk))


def hold_set(annotator: Membership) -> None:
    """Keep the training set as it is until the transaction ends; call it before reading the status that an attempt
    rests on.
    """
    _hold_set(annotator.project_id)


def lease_training(annotator: Membership) -> tuple[Assignment | None, bool]:
    """Give the locked annotator, who may need training, their next training pair; tells whether real pairs may come
    where there is none.
    """
    status = read_status(annotator)
    if status.is_required and not status.runs:
        hold_set(annotator)
        status = read_status(annotator)
    if not status.is_required:
        return None, True
    run = status.current or (start_run(annotator) if not status.runs else None)
    reading = ordered_left(run).first() if run else None
    if reading is None:
        return None, False
    is_begun = reading.assignment_id is not None
    assignment = give_out(annotator, reading.item, Assignment.Purpose.TRAINING)
    if not is_begun:
        _clear(assignment)
        TrainingReading.objects.filter(pk=reading.pk).update(assignment=assignment)
    return assignment, False


def start_run(annotator: Membership) -> TrainingRun:
    """Begin an attempt with the set as it is now; call it under the locks of the annotator and the set."""
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


def _clear(assignment: Assignment) -> None:
    """Take away what an earlier attempt left, as an action of its own."""
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
        at=assignment.begun_at,
    )
