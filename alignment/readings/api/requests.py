"""Requests of the editor and the adjudicator's page, parsed by hand because a save must cost little."""

from typing import Any

from alignment.adjudication.services.decisions import DecisionEntry
from alignment.readings.services.changes import MOST_ENTRIES, DismissalEntry, LinkEntry, MarkEntry
from annotation_site.assignments.api.requests import read_step
from annotation_site.assignments.history import CHANGES
from annotation_site.assignments.models import LONGEST_REASON
from annotation_site.web.api.shapes import (
    is_whole,
    read_choice,
    read_list,
    read_object,
    read_text,
    read_whole,
)
from annotation_site.web.exceptions import DomainError

LARGEST_INDEX = 2**15 - 1
LABELS = ("S", "P")
ORIGINS = ("manual", "suggestion")
SIDES = ("source", "target")
DECISIONS = ("S", "P", "none", "open")


def read_change(body: dict[str, Any]) -> dict[str, Any]:
    """Return the changes of one action of the editor."""
    return {
        "kind": read_choice(body, "kind", CHANGES),
        "links": [_parse_link(entry) for entry in read_list(body, "links", most=MOST_ENTRIES)],
        "unaligned": [_parse_mark(entry) for entry in read_list(body, "unaligned", most=MOST_ENTRIES)],
        "dismissed": [_parse_dismissal(entry) for entry in read_list(body, "dismissed", most=MOST_ENTRIES)],
    }


def read_kept_cell(body: object) -> dict[str, Any]:
    """Return the arguments of `keep_link`."""
    data = read_object(body)
    source, target = read_whole(data, "source"), read_whole(data, "target")
    if source > LARGEST_INDEX or target > LARGEST_INDEX:
        raise DomainError(f"There is no cell {source}-{target} in this pair.")
    return {**read_step(data), "cell": (source, target)}


def read_decisions(body: object) -> dict[str, Any]:
    """Return the arguments of `decide_links`."""
    data = read_object(body)
    entries = read_list(data, "decisions", most=MOST_ENTRIES)
    return {
        **read_step(data),
        "decisions": [_parse_decision(entry) for entry in entries],
        "note": read_text(data, "note", most=LONGEST_REASON, default=""),
    }


def read_own_links(body: object) -> dict[str, Any]:
    """Return the arguments of `set_own_links`: every listed cell, linked or not."""
    data = read_object(body)
    links = [_parse_link(entry) for entry in read_list(data, "links", most=MOST_ENTRIES)]
    return {
        **read_step(data),
        "cells": {(entry[0], entry[1]): entry[2] for entry in links},
        "note": read_text(data, "note", most=LONGEST_REASON, default=""),
    }


def read_adoption(body: object) -> dict[str, Any]:
    """Return the arguments of `adopt_reading`."""
    data = read_object(body)
    return {
        **read_step(data),
        "pseudonym": read_text(data, "pseudonym", most=8),
        "note": read_text(data, "note", most=LONGEST_REASON, default=""),
    }


def _parse_link(entry: object) -> LinkEntry:
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


def _parse_mark(entry: object) -> MarkEntry:
    if isinstance(entry, list) and len(entry) == 3:
        side, index, is_marked = entry
        is_side = isinstance(side, str) and side in SIDES
        if is_side and is_whole(index, LARGEST_INDEX) and isinstance(is_marked, bool):
            return side, index, is_marked
    raise DomainError('An entry of unaligned is ["source" or "target", word counted from 0, true or false].')


def _parse_dismissal(entry: object) -> DismissalEntry:
    if isinstance(entry, list) and len(entry) == 3:
        source, target, is_dismissed = entry
        if is_whole(source, LARGEST_INDEX) and is_whole(target, LARGEST_INDEX) and isinstance(is_dismissed, bool):
            return source, target, is_dismissed
    raise DomainError("An entry of dismissed is [source, target, true or false], with words counted from 0.")


def _parse_decision(entry: object) -> DecisionEntry:
    if isinstance(entry, list) and len(entry) == 3:
        source, target, decision = entry
        is_decision = decision is None or (isinstance(decision, str) and decision in DECISIONS)
        if is_decision and is_whole(source, LARGEST_INDEX) and is_whole(target, LARGEST_INDEX):
            return source, target, decision
    raise DomainError('An entry of decisions is [source, target, "S", "P", "none", "open" or null].')
