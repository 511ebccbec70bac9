"""Deciding about paraphrases: merging variants, rejecting junk, and undoing; the answers themselves never change."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext as _

from annotation_site.accounts.models import User
from annotation_site.operations.models import Operation
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.abilities import can_adjudicate, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable
from idiomaticity.compounds.models import Compound
from idiomaticity.paraphrases.decisions import Decisions
from idiomaticity.paraphrases.models import ParaphraseDecision
from idiomaticity.paraphrases.queries.tables import read_decisions
from idiomaticity.ratings.models import Paraphrase
from idiomaticity.scales.paraphrase_texts import LONGEST_NORMALISED, normalise

DECIDE, UNDO = "decide_paraphrase", "undo_paraphrase"
ACTIONS = ("merge", "reject", "keep", "")


@dataclass(frozen=True, slots=True)
class Wish:
    """A decision asked for a form, for one compound by its number or for all; an empty action removes the decision."""

    form: str
    action: str
    compound: int | None = None
    into: str = ""


@transaction.atomic
def decide_paraphrase(*, user: User, project: Project, operation_id: UUID, wish: Wish) -> None:
    """Store a decision: a form counts as another, as nothing, or as itself; repeating an operation id has no effect."""
    require(can_adjudicate, user, project)
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    compound = _find_compound(project, wish.compound)
    form, into = normalise(wish.form), normalise(wish.into)
    about = {"compound": wish.compound, "form": form}
    if is_repeat(actor=user, operation_id=operation_id, kind=DECIDE, project=project, about=about):
        return
    _require_possible(project, compound, form, wish.action, into)
    before = _serialise_decision(project, compound, form)
    after = {"action": wish.action, "into": into} if wish.action else None
    _put(user, project, compound, form, after)
    payload = {**about, "before": before, "after": after}
    record_operation(actor=user, project=project, kind=DECIDE, payload=payload, operation_id=operation_id)


@transaction.atomic
def undo_paraphrase(*, user: User, project: Project, operation_id: UUID, decision: int) -> None:
    """Restore a form to its state before an operation; refused if it has been decided on since."""
    require(can_adjudicate, user, project)
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    if is_repeat(actor=user, operation_id=operation_id, kind=UNDO, project=project, about={"undone": decision}):
        return
    done = Operation.objects.filter(project=project, kind=DECIDE, pk=decision).first()
    if done is None:
        raise DomainError(_("There is no such decision in this project."))
    compound = _find_compound(project, done.payload["compound"])
    form = done.payload["form"]
    if _serialise_decision(project, compound, form) != done.payload["after"]:
        raise NotEditable(_("The decision on “{form}” has changed since.").format(form=form))
    _put(user, project, compound, form, done.payload["before"])
    payload = {"compound": done.payload["compound"], "form": form, "undone": done.pk}
    record_operation(actor=user, project=project, kind=UNDO, payload=payload, operation_id=operation_id)


def _find_compound(project: Project, number: int | None) -> Compound | None:
    if number is None:
        return None
    compound = Compound.objects.filter(project=project, number=number).first()
    if compound is None:
        raise DomainError(_("There is no compound {number} in this project.").format(number=number))
    return compound


def _require_possible(project: Project, compound: Compound | None, form: str, action: str, into: str) -> None:
    if action not in ACTIONS:
        raise DomainError(_("Choose one of {names}.").format(names=", ".join(name for name in ACTIONS if name)))
    if not form or max(len(form), len(into)) > LONGEST_NORMALISED:
        raise DomainError(_("Give the paraphrase."))
    if (action == "merge") != bool(into):
        raise DomainError(_("Give the paraphrase to merge into for merges only."))
    if action != "merge":
        return
    if compound is None:
        raise DomainError(_("Variants can be merged only within a compound."))
    if form == into:
        raise DomainError(_("A paraphrase cannot be merged into itself."))
    given = Paraphrase.objects.submitted(project).filter(normalised=into)
    of_compound = given.filter(assignment__item__occurrence__compound=compound) | given.filter(
        assignment__item__compound=compound
    )
    if not of_compound.exists():
        raise DomainError(_("“{form}” is not a paraphrase of this compound.").format(form=into))
    others = (row for row in read_decisions(project).rows if (row.compound, row.form) != (compound.number, form))
    if Decisions(others).resolve(compound.number, into) == form:
        raise DomainError(_("“{into}” is already merged into “{form}”.").format(into=into, form=form))


def _serialise_decision(project: Project, compound: Compound | None, form: str) -> dict[str, str] | None:
    row = ParaphraseDecision.objects.filter(project=project, compound=compound, form=form).first()
    return {"action": row.action, "into": row.into} if row else None


def _put(user: User, project: Project, compound: Compound | None, form: str, wanted: Mapping[str, Any] | None) -> None:
    if wanted is None:
        ParaphraseDecision.objects.filter(project=project, compound=compound, form=form).delete()
        return
    ParaphraseDecision.objects.update_or_create(
        project=project, compound=compound, form=form, defaults={**wanted, "decided_by": user}
    )
