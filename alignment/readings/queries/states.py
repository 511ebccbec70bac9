"""Reads of an assignment for the editor: its pair, its reading and its history."""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any, cast

from django.db.models import F, Func, IntegerField, OuterRef, QuerySet

from alignment.pairs.models import SentencePair
from alignment.projects.models import AlignmentSettings
from alignment.readings.models import AlignmentLink, UnalignedToken
from alignment.rounds.models import RoundItem, RoundReading
from alignment.suggestions.models import DismissedSuggestion, Suggestion
from annotation_site.assignments.history import CHANGES, UndoStacks, undo_stacks
from annotation_site.assignments.models import Assignment
from annotation_site.operations.models import Operation
from annotation_site.prepared import Prepared, Statement
from annotation_site.projects.models import Project
from annotation_site.server.postgresql.expressions import RowsAsJson
from annotation_site.texts.languages import find_language, say_name
from annotation_site.web.addresses import address_of

# Many edits are replayed, of which few are shown: they stay as the database gives them.
Edit = Sequence[Any]
EDIT = ("kind", "pk", Func(F("payload"), function="pg_column_size", output_field=IntegerField()))
_find_edits = Prepared(lambda assignment: _list_edits(assignment).values_list(*EDIT))
# As one value, which is read by one call.
_find_payloads = Statement(
    "SELECT json_object_agg(id, payload)::text FROM projects_operation WHERE id = ANY ($1::bigint[])"
)
_find_in_round = Prepared(
    lambda assignment: RoundReading.objects.in_open_round().filter(assignment=assignment).order_by().values_list("pk")
)
# A page of changes. Bytes are those of the database, which compresses: about a tenth of the JSON.
MOST_CHANGES, MOST_BYTES = 50, 32_768


def with_state(assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Fetch everything that `describe_pair` reads: what would be a query for each table is one."""
    own, cell = OuterRef("pk"), ("source_index", "target_index")
    shown = Suggestion.objects.shown_in(own)
    unread = ("item__sentence_pair__source_text", "item__sentence_pair__target_text")
    return (
        _with_pairs(assignments)
        .select_related("annotator")
        .defer(*unread)
        .annotate(
            drawn=_rows(AlignmentLink.objects.filter(assignment=own), *cell, "label"),
            marked=_rows(UnalignedToken.objects.filter(assignment=own), "side", "token_index"),
            suggested=_rows(shown, *cell, "label", "confidence"),
            dismissed=_rows(DismissedSuggestion.objects.filter(assignment=own), *cell),
            edits=RowsAsJson(_list_edits(own), *EDIT),
        )
    )


def _rows(rows: QuerySet[Any], *columns: str) -> RowsAsJson:
    return RowsAsJson(rows.order_by(*columns), *columns)


def describe_pair(assignment: Assignment) -> dict[str, Any]:
    """Return the editor's data about a pair and its reading, from an assignment fetched by `with_state`."""
    item, stored = assignment.item, cast(Any, assignment)
    pair: SentencePair = item.sentence_pair
    settings: AlignmentSettings = item.project.alignment
    marked: dict[str, list[int]] = {"source": [], "target": []}
    for side, index in stored.marked:
        marked[side].append(index)
    return {
        "scope": settings.scope,
        "source": _side(settings.source_language, pair.source_tokens, pair.source_target_words),
        "target": _side(settings.target_language, pair.target_tokens, pair.target_target_words),
        "links": stored.drawn,
        "unaligned": marked,
        "suggestions": stored.suggested,
        "dismissed": stored.dismissed,
        "history": _history_to_json(assignment.pk, _replay(stored.edits)),
    }


def list_changes(assignment: Assignment) -> UndoStacks[Edit]:
    """Return the changes that can be undone and redone: kind, operation and stored size."""
    return _replay(_find_edits(assignment.pk))


def _list_edits(assignment: Any) -> QuerySet[Operation]:
    return Operation.objects.filter(assignment=assignment, kind__in=CHANGES).order_by("pk")


def _replay(edits: Iterable[Edit]) -> UndoStacks[Edit]:
    return undo_stacks((edit[0], edit) for edit in edits)


def read_history(assignment: Assignment, before: Mapping[str, int]) -> dict[str, Any]:
    """Return changes before those of a page that gave these numbers: at least one of each stack that has any left."""
    return _history_to_json(assignment.pk, list_changes(assignment), before)


def _history_to_json(
    assignment: int, changes: UndoStacks[Edit], before: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """Return the latest changes that can be undone and redone, oldest first, and how many come before these; a stack
    whose latest change is large may show none.
    """
    stacks = changes._asdict()
    if before is not None:
        stacks = {name: stack[: before[name]] for name, stack in stacks.items()}
    shown = {name: _page(stack, least=0 if before is None else 1) for name, stack in stacks.items()}
    keys = [operation for page in shown.values() for _, operation, _ in page]
    cells = json.loads(_find_payloads(keys)[0][0]) if keys else {}
    history: dict[str, Any] = {}
    for name, page in shown.items():
        history[name] = [cells[str(operation)] for _, operation, _ in page]
    for name, stack in stacks.items():
        history[f"more_{name}"] = len(stack) - len(shown[name])
    history["url"] = address_of("api:assignment-history", assignment)
    return history


def _page(stack: Sequence[Edit], *, least: int) -> list[Edit]:
    latest = stack[-MOST_CHANGES:]
    sizes = accumulate(size for _, _, size in reversed(latest))
    fitting = sum(size <= MOST_BYTES for size in sizes)
    return list(latest[len(latest) - max(fitting, min(least, len(latest))) :])


def assignments_with_pairs(assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Return assignments with everything that the page of a reading needs."""
    return _with_pairs(assignments).select_related("annotator__project")


def _with_pairs(assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
    aligned = assignments.filter(item__project__kind=Project.Kind.ALIGNMENT)
    return aligned.select_related("item__sentence_pair", "item__project__alignment")


def lock_round_reading(assignment: Assignment) -> RoundReading | None:
    """Return the assignment's reading in an open round, with the pair's row locked; None outside a round."""
    pairs = RoundItem.objects.filter(item=assignment.item_id, is_open=True).select_for_update(no_key=True, of=("self",))
    round_item = pairs.first()
    if round_item is None:
        return None
    readings = RoundReading.objects.filter(round_item=round_item, assignment=assignment)
    in_round: RoundReading | None = readings.select_related("round_item__round", "before", "after").first()
    if in_round is not None:
        in_round.assignment = assignment
    return in_round


def is_in_open_round(assignment: Assignment) -> bool:
    """Return whether the annotator may change a submitted reading because its round is open."""
    return bool(_find_in_round(assignment.pk))


def _side(tag: str, tokens: list[str], target_words: list[int]) -> dict[str, Any]:
    language = find_language(tag)
    return {
        "language": language.tag,
        "name": say_name(language),
        "direction": language.direction,
        "tokens": tokens,
        "targets": target_words,
    }
