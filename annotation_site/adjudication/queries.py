"""Reads of a decision for the pages and the API of every kind: the state, comments and history."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext as _

from annotation_site.adjudication.acts import Acts
from annotation_site.adjudication.models import Decision
from annotation_site.assignments.models import Comment, Item
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Project

HISTORY_SHOWN = 20


class HistoryEntry(NamedTuple):
    """An act in the history of a decision: when, by whom, what was done, and the note that stood after it."""

    at: datetime
    by: str
    act: str
    note: str


def describe_decision(item: Item, decision: Decision | None, reason: str) -> dict[str, Any]:
    """Return what stands of an item; `reason` says why it cannot be decided now, empty if it can."""
    return {
        "item": {"number": item.number, "identifier": item.identifier},
        "version": decision.version if decision else 0,
        "is_done": item.state == Item.State.ADJUDICATED,
        "can_edit": not reason,
        "cannot_edit_reason": reason,
        "note": decision.note if decision else "",
        "comments": list_comments(item),
    }


def list_comments(item: Item) -> list[dict[str, Any]]:
    """Return the comments of the item's annotators, by pseudonym."""
    comments = Comment.objects.filter(assignment__item=item).order_by("pk")
    rows = comments.values_list("assignment__annotator__pseudonym", "text", "answer", "created_at")
    return [dict(zip(("annotator", "text", "answer", "created_at"), row, strict=True)) for row in rows]


def list_item_history(acts: Acts, item: Item) -> list[Operation]:
    """Return the decisions on an item and their undoing, latest first."""
    return _list_latest(Operation.objects.filter(item=item, kind__in=(acts.decide, acts.undo)))


def list_project_history(
    acts: Acts, project: Project, about: Mapping[str, Any], *, also: tuple[str, ...] = ()
) -> list[Operation]:
    """Return the decisions on what `about` names in payloads of the project, and their undoing, latest first; `also`
    are further operations that belong to their history.
    """
    conditions = {f"payload__{name}": value for name, value in about.items()}
    return _list_latest(Operation.objects.of_project(project, acts.decide, acts.undo, *also).filter(**conditions))


def _list_latest(operations: QuerySet[Operation]) -> list[Operation]:
    return list(operations.select_related("actor").order_by("-pk")[:HISTORY_SHOWN])


def describe_act(acts: Acts, operation: Operation) -> HistoryEntry:
    """Return a decision or its undoing for the history of a page."""
    after = operation.payload["after"]
    act = _("Undone") if operation.kind == acts.undo else _("Decided") if after["is_done"] else _("Changed")
    return HistoryEntry(operation.created_at, operation.actor.name, act, after["note"])
