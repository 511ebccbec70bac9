"""An adjudicator's decision on a compound: class, note, done; and undoing the latest one."""

from dataclasses import asdict, dataclass
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext, gettext_noop

from annotation_site.accounts.models import User
from annotation_site.adjudication.acts import Acts
from annotation_site.adjudication.services import Deciding, decide, undo
from annotation_site.projects.abilities import can_adjudicate, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from idiomaticity.classes.models import CompoundAdjudication
from idiomaticity.classes.queries import require_seen
from idiomaticity.classes.services import lock_compound, settle_compound
from idiomaticity.ratings.scores import CLASSES

ACTS = Acts(
    decide="adjudicate_compound",
    undo="undo_adjudicate_compound",
    fields=("decided_class",),
    stale=gettext_noop("Someone else has decided on this compound since."),
    nothing=gettext_noop("There is no decision on this compound."),
    api="api:compound-decision",
)


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
    row, deciding = _lock(user, project, number)
    if verdict.decided_class and verdict.decided_class not in CLASSES:
        raise DomainError(gettext("Choose one of {classes}, or none.").format(classes=", ".join(CLASSES)))
    if decide(deciding, version=version, wanted=asdict(verdict), operation_id=operation_id):
        settle_compound(row.compound)
    return row


@transaction.atomic
def undo_verdict(
    *, user: User, project: Project, number: int, version: int, operation_id: UUID
) -> CompoundAdjudication:
    """Undo the latest decision on a compound; the one before it applies again."""
    row, deciding = _lock(user, project, number)
    if undo(deciding, version=version, operation_id=operation_id):
        settle_compound(row.compound)
    return row


def _lock(user: User, project: Project, number: int) -> tuple[CompoundAdjudication, Deciding[CompoundAdjudication]]:
    require(can_adjudicate, user, project)
    require_seen(user, project, number)
    compound = lock_compound(project, number)
    row = CompoundAdjudication.objects.filter(compound=compound).first()
    row = row or CompoundAdjudication(compound=compound, decided_by=user)
    row.compound = compound
    return row, Deciding(ACTS, user, compound.project, row, {"compound": number})
