"""An adjudicator's decision on a compound: class, note, done; and undoing the latest one."""

from dataclasses import asdict, dataclass
from typing import Any
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.operations.models import Operation
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.abilities import can_adjudicate, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, StaleVersion
from idiomaticity.classes.models import CompoundAdjudication
from idiomaticity.classes.queries import require_seen
from idiomaticity.classes.services import lock_compound, settle_compound
from idiomaticity.compounds.models import Compound
from idiomaticity.ratings.scores import CLASSES

ADJUDICATE, UNDO = "adjudicate_compound", "undo_adjudicate_compound"
LONGEST_NOTE = 2000


@dataclass(frozen=True, slots=True)
class Verdict:
    """An adjudicator's decision; an empty class keeps the class of the experts or of the file."""

    decided_class: str = ""
    note: str = ""
    is_done: bool = True


@transaction.atomic
def adjudicate_compound(
    *, user: User, project: Project, number: int, version: int, verdict: Verdict, operation_id: UUID
) -> CompoundAdjudication:
    """Store a decision; raise StaleVersion for an outdated version."""
    compound, row = _lock(user, project, number)
    about = {"compound": number}
    if is_repeat(actor=user, operation_id=operation_id, kind=ADJUDICATE, project=project, about=about):
        return row
    _require_current(row, version)
    if verdict.decided_class and verdict.decided_class not in CLASSES:
        raise DomainError(f"Choose one of {', '.join(CLASSES)}, or none.")
    if len(verdict.note) > LONGEST_NOTE:
        raise DomainError(f"A note must have at most {LONGEST_NOTE} characters.")
    before = _tell(row)
    _put(user, compound, row, asdict(verdict))
    _record(user, compound, row, ADJUDICATE, operation_id, {"before": before, "after": _tell(row)})
    return row


@transaction.atomic
def undo_verdict(
    *, user: User, project: Project, number: int, version: int, operation_id: UUID
) -> CompoundAdjudication:
    """Undo the latest decision on a compound; the one before it applies again."""
    compound, row = _lock(user, project, number)
    about = {"compound": number}
    if is_repeat(actor=user, operation_id=operation_id, kind=UNDO, project=project, about=about):
        return row
    _require_current(row, version)
    last = _find_standing(compound)
    if last is None:
        raise DomainError("There is no decision on this compound.")
    _put(user, compound, row, last.payload["before"])
    _record(user, compound, row, UNDO, operation_id, {"undone": last.pk, "after": _tell(row)})
    return row


def _lock(user: User, project: Project, number: int) -> tuple[Compound, CompoundAdjudication]:
    require(can_adjudicate, user, project)
    require_seen(user, project, number)
    compound = lock_compound(project, number)
    row = CompoundAdjudication.objects.filter(compound=compound).first()
    return compound, row or CompoundAdjudication(compound=compound, decided_by=user)


def _require_current(row: CompoundAdjudication, version: int) -> None:
    if row.version != version:
        raise StaleVersion("Someone else has decided on this compound since.")


def _find_standing(compound: Compound) -> Operation | None:
    """Return the latest decision that has not been undone, or None."""
    decided = Operation.objects.of_project(compound.project, ADJUDICATE, UNDO)
    done = decided.filter(payload__compound=compound.number).order_by("-pk")
    undone = set()
    for operation in done:
        if operation.kind == UNDO:
            undone.add(operation.payload["undone"])
        elif operation.pk not in undone:
            found: Operation = operation
            return found
    return None


def _tell(row: CompoundAdjudication) -> dict[str, Any]:
    return {"decided_class": row.decided_class, "note": row.note, "is_done": row.is_done}


def _put(user: User, compound: Compound, row: CompoundAdjudication, wanted: dict[str, Any]) -> None:
    row.decided_class, row.note, row.is_done = wanted["decided_class"], wanted["note"].strip(), wanted["is_done"]
    row.decided_by, row.version = user, row.version + 1
    row.save()
    settle_compound(compound)


def _record(
    user: User, compound: Compound, row: CompoundAdjudication, kind: str, operation_id: UUID, payload: dict[str, Any]
) -> None:
    record_operation(
        actor=user,
        project=compound.project,
        kind=kind,
        payload={"compound": compound.number, **payload},
        operation_id=operation_id,
        version=row.version,
    )
