"""What the editor and the adjudicator's page send, read by hand: a save must cost little."""

from typing import Any
from uuid import UUID

from alignment.adjudication.services.decisions import DecisionEntry
from alignment.readings.services.changes import MOST_ENTRIES, DismissalEntry, LinkEntry, MarkEntry
from alignment.readings.services.readings import ReadingChange
from annotation_site.assignments.history import CHANGES
from annotation_site.web.exceptions import DomainError
from annotation_site.web.shapes import (
    is_whole,
    read_choice,
    read_flag,
    read_list,
    read_object,
    read_text,
    read_uuid,
    read_whole,
)

LARGEST_INDEX = 2**15 - 1
LABELS = ("S", "P")
ORIGINS = ("manual", "suggestion")
SIDES = ("source", "target")
DECISIONS = ("S", "P", "none", "open")
LONGEST_REASON = 300
LONGEST_COMMENT = 2000
MOST_AT_ONCE = 200


def read_change(body: object) -> dict[str, Any]:
    """Arguments of `change_reading`."""
    data = read_object(body)
    return {**_read_step(data), **_read_action(data)}


def read_batch(body: object) -> dict[str, Any]:
    """Arguments of `change_reading_at_once`."""
    data = read_object(body)
    actions = [read_object(entry) for entry in read_list(data, "operations", most=MOST_AT_ONCE)]
    if not actions:
        raise DomainError("Operations must be a list of at least one.")
    changes = [
        ReadingChange(operation_id=read_uuid(action, "operation_id"), **_read_action(action)) for action in actions
    ]
    if len({change.operation_id for change in changes}) < len(changes):
        raise DomainError("Every operation needs an id of its own.")
    return {"version": read_whole(data, "version"), "changes": changes}


def _read_action(data: dict[str, Any]) -> dict[str, Any]:
    return {
        "kind": read_choice(data, "kind", CHANGES),
        "links": [_read_link(entry) for entry in read_list(data, "links", most=MOST_ENTRIES)],
        "unaligned": [_read_mark(entry) for entry in read_list(data, "unaligned", most=MOST_ENTRIES)],
        "dismissed": [_read_dismissal(entry) for entry in read_list(data, "dismissed", most=MOST_ENTRIES)],
    }


def read_submission(body: object) -> dict[str, Any]:
    """Arguments of `submit_reading`."""
    data = read_object(body)
    return {**_read_step(data), "mark_rest": read_flag(data, "mark_rest")}


def read_skip(body: object) -> dict[str, Any]:
    """Arguments of `skip_assignment`."""
    data = read_object(body)
    return {**_read_step(data), "reason": read_text(data, "reason", most=LONGEST_REASON)}


def read_step(body: object) -> dict[str, Any]:
    """Operation id and version alone, as reopening sends them."""
    return _read_step(read_object(body))


def read_kept_cell(body: object) -> dict[str, Any]:
    """Arguments of `keep_link`."""
    data = read_object(body)
    source, target = read_whole(data, "source"), read_whole(data, "target")
    if source > LARGEST_INDEX or target > LARGEST_INDEX:
        raise DomainError(f"There is no cell {source}-{target} in this pair.")
    return {**_read_step(data), "cell": (source, target)}


def read_operation_id(body: object) -> UUID:
    """The operation id alone, as taking up sends it."""
    return read_uuid(read_object(body), "operation_id")


def read_comment(body: object) -> dict[str, Any]:
    """Arguments of `post_comment`."""
    data = read_object(body)
    return {"operation_id": read_uuid(data, "operation_id"), "text": read_text(data, "text", most=LONGEST_COMMENT)}


def read_decisions(body: object) -> dict[str, Any]:
    """Arguments of `decide_links`."""
    data = read_object(body)
    entries = read_list(data, "decisions", most=MOST_ENTRIES)
    return {
        **_read_step(data),
        "decisions": [_read_decision(entry) for entry in entries],
        "note": read_text(data, "note", most=LONGEST_REASON, default=""),
    }


def read_drawing(body: object) -> dict[str, Any]:
    """Arguments of `draw_links`: every cell that is listed, linked or not."""
    data = read_object(body)
    links = [_read_link(entry) for entry in read_list(data, "links", most=MOST_ENTRIES)]
    return {
        **_read_step(data),
        "cells": {(entry[0], entry[1]): entry[2] for entry in links},
        "note": read_text(data, "note", most=LONGEST_REASON, default=""),
    }


def read_adoption(body: object) -> dict[str, Any]:
    """Arguments of `adopt_reading`."""
    data = read_object(body)
    return {
        **_read_step(data),
        "pseudonym": read_text(data, "pseudonym", most=8),
        "note": read_text(data, "note", most=LONGEST_REASON, default=""),
    }


def _read_step(data: dict[str, Any]) -> dict[str, Any]:
    return {"operation_id": read_uuid(data, "operation_id"), "version": read_whole(data, "version")}


def _read_link(entry: object) -> LinkEntry:
    if isinstance(entry, list) and len(entry) in (3, 4):
        source, target, label, *origin = entry
        is_label = label is None or (isinstance(label, str) and label in LABELS)
        if is_label and is_whole(source, LARGEST_INDEX) and is_whole(target, LARGEST_INDEX):
            if not origin:
                return source, target, label
            if isinstance(origin[0], str) and origin[0] in ORIGINS:
                return source, target, label, origin[0]
    raise DomainError(
        'An entry of links is [source, target, "S" or "P" or null], with words counted from 0; '
        'for an accepted suggestion, "suggestion" comes fourth.'
    )


def _read_mark(entry: object) -> MarkEntry:
    if isinstance(entry, list) and len(entry) == 3:
        side, index, is_marked = entry
        is_side = isinstance(side, str) and side in SIDES
        if is_side and is_whole(index, LARGEST_INDEX) and isinstance(is_marked, bool):
            return side, index, is_marked
    raise DomainError('An entry of unaligned is ["source" or "target", word counted from 0, true or false].')


def _read_dismissal(entry: object) -> DismissalEntry:
    if isinstance(entry, list) and len(entry) == 3:
        source, target, is_dismissed = entry
        if is_whole(source, LARGEST_INDEX) and is_whole(target, LARGEST_INDEX) and isinstance(is_dismissed, bool):
            return source, target, is_dismissed
    raise DomainError("An entry of dismissed is [source, target, true or false], with words counted from 0.")


def _read_decision(entry: object) -> DecisionEntry:
    if isinstance(entry, list) and len(entry) == 3:
        source, target, decision = entry
        is_decision = decision is None or (isinstance(decision, str) and decision in DECISIONS)
        if is_decision and is_whole(source, LARGEST_INDEX) and is_whole(target, LARGEST_INDEX):
            return source, target, decision
    raise DomainError('An entry of decisions is [source, target, "S", "P", "none", "open" or null].')
