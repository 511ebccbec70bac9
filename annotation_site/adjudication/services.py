"""Deciding, undoing the latest decision that stands, as often as there is one, and settling what was decided."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Generic, TypeVar
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _

from annotation_site.accounts.models import User
from annotation_site.adjudication.acts import Acts
from annotation_site.adjudication.models import LONGEST_NOTE, Decision
from annotation_site.assignments.models import Item
from annotation_site.operations.models import Operation
from annotation_site.operations.services import is_repeat, record_operation
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, StaleVersion
from annotation_site.webhooks.models import Event
from annotation_site.webhooks.services import announce

Row = TypeVar("Row", bound=Decision)


@dataclass(frozen=True, slots=True)
class Deciding(Generic[Row]):
    """A person who decides about one object, whose row the caller has locked. `about` names the object in payloads;
    `waiting` is the state of its item while nothing is decided.
    """

    acts: Acts
    user: User
    project: Project
    row: Row
    about: Mapping[str, Any]
    item: Item | None = None
    waiting: Item.State = Item.State.ANNOTATED

    def is_repeat(self, kind: str, operation_id: UUID) -> bool:
        """Return whether this operation was applied before."""
        return is_repeat(actor=self.user, operation_id=operation_id, kind=kind, project=self.project, about=self.about)

    def read(self) -> dict[str, Any]:
        """Return what stands now."""
        return {name: getattr(self.row, name) for name in (*self.acts.fields, "note", "is_done")}

    def require_current(self, version: int) -> None:
        """Raise StaleVersion if somebody else has decided since."""
        if self.row.version != version:
            raise StaleVersion(_(self.acts.stale))

    def find_standing(self) -> Operation | None:
        """Return the latest decision that has not been undone, or None."""
        undone = set()
        for operation in self._list_operations().order_by("-pk"):
            if operation.kind == self.acts.undo:
                undone.add(operation.payload["undone"])
            elif operation.pk not in undone:
                standing: Operation = operation
                return standing
        return None

    def store(self, kind: str, wanted: Mapping[str, Any], operation_id: UUID, payload: Mapping[str, Any]) -> None:
        """Store what is wanted and record it."""
        for name, value in wanted.items():
            setattr(self.row, name, value)
        self.row.decided_by, self.row.version = self.user, self.row.version + 1
        self.row.save()
        record_operation(
            actor=self.user,
            project=self.project,
            item=self.item,
            kind=kind,
            payload={**self.about, **payload, "after": self.read()},
            operation_id=operation_id,
            version=self.row.version,
        )

    def settle(self) -> None:
        """Settle the object as its row now is."""
        is_done, version = self.row.is_done, self.row.version
        if self.item is not None:
            settle_item(self.item, is_done=is_done, version=version, api=self.acts.api, waiting=self.waiting)
            if self.acts.differences is not None:
                self.acts.differences._default_manager.filter(item=self.item).update(is_decided=is_done)
        elif is_done:
            announce_decision(self.project, self.about, version=version, api=self.acts.api)

    def _list_operations(self) -> Any:
        kinds = (self.acts.decide, self.acts.undo)
        if self.item is not None:
            return Operation.objects.filter(item=self.item, kind__in=kinds)
        conditions = {f"payload__{name}": value for name, value in self.about.items()}
        return Operation.objects.of_project(self.project, *kinds).filter(**conditions)


def settle_item(
    item: Item, *, is_done: bool, version: int, api: str, waiting: Item.State = Item.State.ANNOTATED
) -> None:
    """Close a locked item to its annotators and tell webhooks that it is adjudicated; let it wait if it is not.

    Everything that settles an item comes here: a decision and its undoing, a last reading after which nothing is left
    to decide, a correction. Accepting many pairs at once is one event of its own.
    """
    item.state = Item.State.ADJUDICATED if is_done else waiting
    item.save(update_fields=["state"])
    if is_done:
        announce_decision(item.project, {"item": item.number}, version=version, api=api)


def announce_decision(project: Project, about: Mapping[str, Any], *, version: int, api: str) -> None:
    """Tell webhooks of a decision: its object and version, and the address of the API at which it is read."""
    announce(
        project,
        Event.ADJUDICATED,
        lambda: {**about, "version": version, "api": reverse(api, args=[project.slug, *about.values()])},
    )


def decide(deciding: Deciding[Row], *, version: int, wanted: Mapping[str, Any], operation_id: UUID) -> bool:
    """Store a decision; return False, and change nothing, if this operation was applied before."""
    acts = deciding.acts
    if deciding.is_repeat(acts.decide, operation_id):
        return False
    deciding.require_current(version)
    note = wanted.get("note", "").strip()
    if len(note) > LONGEST_NOTE:
        raise DomainError(_("A note must have at most {n} characters.").format(n=LONGEST_NOTE))
    deciding.store(acts.decide, {**wanted, "note": note}, operation_id, {"before": deciding.read()})
    deciding.settle()
    return True


def undo(deciding: Deciding[Row], *, version: int, operation_id: UUID) -> bool:
    """Undo the latest decision, so that the one before it applies again; return False if that was done before."""
    acts = deciding.acts
    if deciding.is_repeat(acts.undo, operation_id):
        return False
    deciding.require_current(version)
    last = deciding.find_standing()
    if last is None:
        raise DomainError(_(acts.nothing))
    deciding.store(acts.undo, last.payload["before"], operation_id, {"undone": last.pk})
    deciding.settle()
    return True
