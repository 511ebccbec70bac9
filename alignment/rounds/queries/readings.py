"""Readings in a round, for the annotator who reconciles them."""

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import QuerySet

from alignment.adjudication.comparison import list_differences
from alignment.adjudication.disputes import Dispute, Word, compare_words, pick_words
from alignment.adjudication.stage import set_stage
from alignment.pairs.models import SentencePair
from alignment.projects.models import AlignmentSettings
from alignment.readings.links import Cell, Reading, disagreements
from alignment.readings.queries.drawn import find_untouched, read_links
from alignment.rounds.models import RoundItem, RoundReading
from annotation_site.accounts.models import User
from annotation_site.assignments.history import CHANGES, REDO, SET
from annotation_site.assignments.models import Comment
from annotation_site.projects.models import Membership
from annotation_site.texts.languages import Language, find_language

State = RoundReading.State
# From so many words on, the sentences are set smaller.
LONG_SENTENCE = 45


def list_own(annotator: Membership) -> QuerySet[RoundReading]:
    """Return the annotator's pairs in the open round, in the order of the text; other people's progress is never
    included.
    """
    return (
        RoundReading.objects.in_open_round()
        .filter(assignment__annotator=annotator)
        .select_related("round_item__round", "assignment__item__sentence_pair")
        .order_by("assignment__item__number")
    )


def find_neighbours(in_round: RoundReading) -> dict[str, int | None]:
    """Return the assignments before and after in the annotator's list, and the next one to look at."""
    own = list_own(in_round.assignment.annotator).select_related(None)
    number = in_round.assignment.item.number
    after, before = own.filter(assignment__item__number__gt=number), own.filter(assignment__item__number__lt=number)
    waiting = [State.WAITING, State.CHANGING]
    following = after.filter(state__in=waiting).first() or before.filter(state__in=waiting).first()
    neighbours = {"previous": before.last(), "next": after.first(), "following": following}
    return {name: neighbour.assignment_id if neighbour else None for name, neighbour in neighbours.items()}


def open_readings(user: User) -> QuerySet[RoundReading]:
    """Return readings that the person may reconcile now, with everything that the page of a pair needs."""
    return (
        RoundReading.objects.for_annotator(user)
        .in_open_round()
        .select_related(
            "round_item__round",
            "before",
            "assignment__annotator",
            "assignment__item__sentence_pair",
            "assignment__item__project__alignment",
        )
    )


def read_pair(in_round: RoundReading) -> dict[str, Any]:
    """Return one pair of an open round for its annotator: the current readings, their own first."""
    # Read first: what is read after it is at least as new, so that nothing is missed by asking again.
    round_version = RoundItem.objects.values_list("version", flat=True).get(pk=in_round.round_item_id)
    item = in_round.assignment.item
    pair: SentencePair = item.sentence_pair
    settings = item.project.alignment
    people = list(
        in_round.round_item.readings.select_related("assignment__annotator", "before").order_by("assignment__annotator")
    )
    # The order of the others stays: Python's sort is stable.
    people.sort(key=lambda person: person.pk != in_round.pk)
    readings, kept = {}, {}
    for person in people:
        name = person.assignment.annotator.pseudonym
        readings[name] = read_links(person.assignment)
        kept[name] = {_cell(cell) for cell in person.kept_cells}
    own_name = in_round.assignment.annotator.pseudonym
    earlier = disagreements([Reading.from_json(person.before.reading) for person in people])
    differences = list_differences((pair.source_tokens, pair.target_tokens), readings, kept, earlier)
    return {
        "round_version": round_version,
        "version": in_round.assignment.version,
        "own": in_round,
        "people": people,
        "source": find_language(settings.source_language),
        "target": find_language(settings.target_language),
        "stage": set_stage(
            (pair.source_tokens, pair.target_tokens),
            readings,
            asked=(pair.source_target_words, pair.target_target_words),
        ),
        "differences": differences,
        "left": sum(not difference.is_settled for difference in differences),
        "unlooked": sum(not difference.is_settled and not difference.is_kept for difference in differences),
        "compared": compare_words(Dispute(pair.source_tokens, pair.target_tokens, readings, "wags")),
        "is_long": max(len(pair.source_tokens), len(pair.target_tokens)) >= LONG_SENTENCE,
        "can_undo": can_undo(in_round),
        "bare": _list_bare(readings[own_name], pair, settings),
        "can_mark_rest": settings.scope == AlignmentSettings.Scope.FULL,
        "seen": digest_readings(reading for name, reading in readings.items() if name != own_name),
        "comments": _read_comments(in_round),
    }


def _list_bare(
    reading: Reading, pair: SentencePair, settings: AlignmentSettings
) -> list[tuple[Language, Sequence[Word]]]:
    """Return the languages in which words have neither a link nor a mark, with these words."""
    untouched = find_untouched(reading, pair, settings.scope)
    sides = (
        (settings.source_language, pair.source_tokens, untouched["source"]),
        (settings.target_language, pair.target_tokens, untouched["target"]),
    )
    return [(find_language(code), pick_words(tokens, bare)) for code, tokens, bare in sides if bare]


def digest_readings(readings: Iterable[Reading]) -> str:
    """Return a value that differs where one of the readings does, with which a page says what it showed."""
    written = json.dumps([reading.to_json() for reading in readings], sort_keys=True)
    return hashlib.sha256(written.encode()).hexdigest()


def read_exchange(in_round: RoundReading) -> dict[str, Any]:
    """Return the pair as data: every current reading, the annotator's own first, and the comments."""
    round_version = RoundItem.objects.values_list("version", flat=True).get(pk=in_round.round_item_id)
    people = list(in_round.round_item.readings.select_related("assignment__annotator"))
    people.sort(key=lambda person: (person.pk != in_round.pk, person.assignment.annotator_id))
    readings = [read_links(person.assignment) for person in people]
    comments = []
    for comment in _read_comments(in_round):
        author = "You" if comment["is_own"] else f"Annotator {comment['pseudonym']}"
        content = {name: comment[name] for name in ("text", "is_question", "created_at")}
        comments.append({"author": author, **content})
    return {
        "round": in_round.round_item.round.number,
        "version": in_round.assignment.version,
        "round_version": round_version,
        "readings": [
            _reading_to_json(person, reading, is_own=person.pk == in_round.pk)
            for person, reading in zip(people, readings, strict=True)
        ],
        "disagreements": disagreements(readings),
        "comments": comments,
    }


def _reading_to_json(in_round: RoundReading, reading: Reading, *, is_own: bool) -> dict[str, Any]:
    return {
        "annotator": in_round.assignment.annotator.pseudonym,
        "is_own": is_own,
        "state": in_round.state,
        "links": sorted([source, target, label] for (source, target), label in reading.links.items()),
        "unaligned": {"source": sorted(reading.unaligned_source), "target": sorted(reading.unaligned_target)},
        "kept": in_round.kept_cells,
    }


def _cell(pair: list[int]) -> Cell:
    return pair[0], pair[1]


def can_undo(in_round: RoundReading) -> bool:
    """Return whether a change of this round can be undone; older ones are undone in the editor."""
    since = in_round.round_item.round.opened_at
    kinds = in_round.assignment.operations.filter(kind__in=CHANGES, created_at__gte=since).values_list(
        "kind", flat=True
    )
    standing = 0
    for kind in kinds.order_by("pk"):
        standing += 1 if kind in (SET, REDO) else -1
    return standing > 0


def _read_comments(in_round: RoundReading) -> list[Mapping[str, Any]]:
    comments = Comment.objects.filter(in_round__round_item=in_round.round_item).select_related("assignment__annotator")
    own = in_round.assignment_id
    return [
        {
            "is_own": comment.assignment_id == own,
            "pseudonym": comment.assignment.annotator.pseudonym,
            "text": comment.text,
            "is_question": comment.is_question,
            "created_at": comment.created_at,
        }
        for comment in comments
        if comment.assignment is not None
    ]
