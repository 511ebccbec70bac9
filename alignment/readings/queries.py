"""Reads of word alignment that span tables: an assignment for the editor, an item's readings."""

import json
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any, NamedTuple, cast

from django.db.models import F, Func, IntegerField, OuterRef, Q, QuerySet
from django.db.models.functions import JSONArray
from django.urls import reverse

from alignment.adjudication.models import LinkDecision
from alignment.pairs.models import AlignmentSettings, SentencePair
from alignment.readings.links import Cell, Decision, Label, Reading
from alignment.readings.models import AlignmentLink, UnalignedToken
from alignment.rounds.models import RoundItem, RoundReading
from alignment.suggestions.models import DismissedSuggestion, Suggestion
from annotation_site.assignments.history import CHANGES, UndoStacks, undo_stacks
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.operations.models import Operation
from annotation_site.prepared import Keys, Prepared, RowsAsJson, Statement
from annotation_site.projects.models import Membership, Project
from annotation_site.texts.languages import find_language, say_name

# One round trip instead of three: every save reads this.
_find_drawn = Statement("""
    SELECT source_index, target_index, label, origin FROM alignment_alignmentlink WHERE assignment_id = $1
    UNION ALL
    SELECT token_index, NULL, NULL, side FROM alignment_unalignedtoken WHERE assignment_id = $1
    UNION ALL
    SELECT cardinality(source_tokens), cardinality(target_tokens), NULL, 'lengths' FROM alignment_sentencepair
    WHERE item_id = $2
""")
EDIT = ("kind", "pk", Func(F("payload"), function="pg_column_size", output_field=IntegerField()))
_find_edits = Prepared(lambda assignment: _list_edits(assignment).values_list(*EDIT))
# As one value, which is read by one call.
_find_payloads = Statement("SELECT jsonb_object_agg(id, payload) FROM projects_operation WHERE id = ANY ($1::bigint[])")
_find_in_round = Prepared(
    lambda assignment: RoundReading.objects.in_open_round().filter(assignment=assignment).order_by().values_list("pk")
)

# Items, or the item of a query around this one.
Items = Iterable[Item] | QuerySet[Item] | OuterRef | Keys
# A page of changes. Bytes are those of the database, which compresses: about a tenth of the JSON.
MOST_CHANGES, MOST_BYTES = 50, 32_768


class StoredChange(NamedTuple):
    """An edit by the key of its operation, with its stored size."""

    operation: int
    size: int


class Drawn(NamedTuple):
    """A current reading, the cells of those of its links that were suggested, and the lengths of its pair."""

    reading: Reading
    accepted: frozenset[Cell]
    lengths: Mapping[str, int]


def read_links(assignment: Assignment) -> Reading:
    """Return the current reading, draft or not."""
    return read_drawn(assignment).reading


def read_drawn(assignment: Assignment) -> Drawn:
    """Return the current reading of an assignment."""
    links: dict[Cell, Label] = {}
    accepted: set[Cell] = set()
    marks: dict[str, set[int]] = {"source": set(), "target": set()}
    lengths: dict[str, int] = {}
    for source, target, label, origin_or_side in _find_drawn(assignment.pk, assignment.item_id):
        if origin_or_side == "lengths":
            lengths = {"source": source, "target": target}
        elif label is None:
            marks[origin_or_side].add(source)
        else:
            links[source, target] = cast(Label, label)
            if origin_or_side == AlignmentLink.Origin.SUGGESTION:
                accepted.add((source, target))
    reading = Reading(links, frozenset(marks["source"]), frozenset(marks["target"]))
    return Drawn(reading, frozenset(accepted), lengths)


def with_state(assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Fetch everything that `describe_pair` reads: what would be a query for each table is one."""
    own, cell = OuterRef("pk"), ("source_index", "target_index")
    shown = Suggestion.objects.shown().filter(item=OuterRef("item"))
    return assignments_with_pairs(assignments).annotate(
        drawn=_rows(AlignmentLink.objects.filter(assignment=own), *cell, "label"),
        marked=_rows(UnalignedToken.objects.filter(assignment=own), "side", "token_index"),
        suggested=_rows(shown, *cell, "label"),
        dismissed=_rows(DismissedSuggestion.objects.filter(assignment=own), *cell),
        edits=RowsAsJson(_list_edits(own).values_list(JSONArray(*EDIT))),
    )


def _rows(rows: QuerySet[Any], *columns: str) -> RowsAsJson:
    return RowsAsJson(rows.order_by(*columns).values_list(JSONArray(*columns)))


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
        "history": _describe_history(assignment.pk, _replay(stored.edits)),
    }


def list_changes(assignment: Assignment) -> UndoStacks[StoredChange]:
    """Return the changes that can be undone and redone, without their cells."""
    return _replay(_find_edits(assignment.pk))


def _list_edits(assignment: Any) -> QuerySet[Operation]:
    return Operation.objects.filter(assignment=assignment, kind__in=CHANGES).order_by("pk")


def _replay(edits: Iterable[Sequence[Any]]) -> UndoStacks[StoredChange]:
    return undo_stacks((kind, StoredChange(*stored)) for kind, *stored in edits)


def read_history(assignment: Assignment, before: Mapping[str, int]) -> dict[str, Any]:
    """Return changes before those of a page that gave these numbers: at least one of each stack that has any left."""
    return _describe_history(assignment.pk, list_changes(assignment), before)


def _describe_history(
    assignment: int, changes: UndoStacks[StoredChange], before: Mapping[str, int] | None = None
) -> dict[str, Any]:
    """Return the latest changes that can be undone and redone, oldest first, and how many come before these; a stack
    whose latest change is large may show none.
    """
    stacks = changes._asdict()
    if before is not None:
        stacks = {name: stack[: before[name]] for name, stack in stacks.items()}
    shown = {name: _page(stack, least=0 if before is None else 1) for name, stack in stacks.items()}
    keys = [change.operation for page in shown.values() for change in page]
    cells = json.loads(_find_payloads(keys)[0][0]) if keys else {}
    return {
        **{name: [cells[str(change.operation)] for change in page] for name, page in shown.items()},
        **{f"more_{name}": len(stacks[name]) - len(shown[name]) for name in stacks},
        "url": reverse("api:assignment-history", args=[assignment]),
    }


def _page(stack: Sequence[StoredChange], *, least: int) -> list[StoredChange]:
    latest = stack[-MOST_CHANGES:]
    sizes = accumulate(change.size for change in reversed(latest))
    fitting = sum(size <= MOST_BYTES for size in sizes)
    return list(latest[len(latest) - max(fitting, min(least, len(latest))) :])


def latest_submissions(items: Items) -> QuerySet[Submission]:
    """Return the valid readings of these items: the last submission of every submitted assignment, with assignment and
    annotator. Training and silent checks are excluded from agreement, gold and releases.
    """
    return _latest(items, Q(assignment__state=Assignment.State.SUBMITTED))


def compared_submissions(items: Items) -> QuerySet[Submission]:
    """Return the submissions that agreement compares: each annotator's last one. While a pair lacks readings, one that
    was reopened or skipped counts as submitted; once all readings are in, only the valid ones count. Those of withdrawn
    pairs do not count.
    """
    is_submitted = Q(assignment__state=Assignment.State.SUBMITTED)
    found = _latest(items, is_submitted | Q(assignment__item__state=Item.State.OPEN))
    return found.filter(assignment__item__withdrawn_from="")


def _latest(items: Items, which: Q) -> QuerySet[Submission]:
    of_items = Q(assignment__item=items) if isinstance(items, OuterRef) else Q(assignment__item__in=items)
    return (
        Submission.objects.filter(which, of_items, assignment__purpose=Assignment.Purpose.WORK)
        .order_by("assignment__item_id", "assignment__annotator_id", "-number")
        .distinct("assignment__item_id", "assignment__annotator_id")
        .select_related("assignment__annotator")
    )


def item_readings(item: Item) -> list[tuple[Membership, Reading]]:
    """Return annotators and their submitted readings of one item, in order of membership."""
    return [
        (submission.assignment.annotator, Reading.from_json(submission.reading))
        for submission in latest_submissions([item])
    ]


def item_decisions(item: Item) -> dict[Cell, Decision]:
    """Return the adjudicator's decisions on one item."""
    rows = LinkDecision.objects.filter(item=item).values_list("source_index", "target_index", "decision")
    return {(source, target): cast(Decision, decision) for source, target, decision in rows}


def assignments_with_pairs(assignments: QuerySet[Assignment]) -> QuerySet[Assignment]:
    """Return assignments with everything that the state of a reading needs."""
    aligned = assignments.filter(item__project__kind=Project.Kind.ALIGNMENT)
    return aligned.select_related("item__sentence_pair", "item__project__alignment", "annotator__project")


def untouched_tokens(assignment: Assignment) -> dict[str, list[int]]:
    """Return tokens that must be done and have neither a link nor a mark; in sample alignment only target
    words must.
    """
    pair: SentencePair = assignment.item.sentence_pair
    return find_untouched(read_links(assignment), pair, assignment.item.project.alignment.scope)


def find_untouched(reading: Reading, pair: SentencePair, scope: str) -> dict[str, list[int]]:
    """Return the untouched tokens of a reading that need not be stored."""
    sources = {source for source, _ in reading.links} | reading.unaligned_source
    targets = {target for _, target in reading.links} | reading.unaligned_target
    if scope == AlignmentSettings.Scope.TARGET_WORDS:
        wanted_source, wanted_target = pair.source_target_words, pair.target_target_words
    else:
        wanted_source, wanted_target = list(range(len(pair.source_tokens))), list(range(len(pair.target_tokens)))
    return {
        "source": [index for index in wanted_source if index not in sources],
        "target": [index for index in wanted_target if index not in targets],
    }


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
