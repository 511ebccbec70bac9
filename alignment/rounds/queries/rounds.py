"""Data for the pages of reconciliation: rounds with their progress and agreement, and one pair with its readings."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, OuterRef, QuerySet, Sum

from alignment.adjudication.comparison import compare_sources, compare_targets, list_differences
from alignment.adjudication.disputes import Dispute, compare_words
from alignment.adjudication.models import LinkDecision
from alignment.agreement.models import ItemAgreement
from alignment.feedback.models import Feedback
from alignment.pairs.models import SentencePair
from alignment.readings.links import Cell, Reading, disagreements
from alignment.readings.queries import read_links
from alignment.rounds.models import ReconciliationRound, RoundItem, RoundReading
from annotation_site.accounts.models import User
from annotation_site.assignments.history import CHANGES, REDO, SET
from annotation_site.assignments.models import Comment, Item
from annotation_site.operations.models import Operation
from annotation_site.projects.models import Membership, Project
from annotation_site.texts.languages import find_language

# From so many words on, the sentences are set smaller.
LONG_SENTENCE = 45
SHARES = (0.0, 0.1, 0.25, 0.5)
State = RoundReading.State


def find_candidates(project: Project, least_share: float = 0.0) -> QuerySet[ItemAgreement]:
    """Return pairs that a round can include: all readings submitted, readings differ, no decision and no other open
    round, and gold never shown to their annotators.
    """
    decided = LinkDecision.objects.filter(item=OuterRef("item"))
    shown = Feedback.objects.filter(assignment__item=OuterRef("item"), is_shown=True)
    return ItemAgreement.objects.filter(
        ~Exists(decided),
        ~Exists(shown),
        project=project,
        item__state=Item.State.ANNOTATED,
        disagreement_count__gt=0,
        disagreement_share__gte=least_share,
    )


@dataclass(frozen=True, slots=True)
class Preflight:
    """The contents of a round opened now, for each minimum share of disputed links, and the pairs it cannot include."""

    choices: list[tuple[float, int, int]]
    being_annotated: int
    begun: int
    adjudicated: int

    @property
    def pairs(self) -> int:
        return self.choices[0][1]


def look_ahead(project: Project) -> Preflight:
    """Return numbers for the manager before a round is opened."""
    choices = []
    for share in SHARES:
        sums = find_candidates(project, share).aggregate(n=Count("pk"), cells=Sum("disagreement_count", default=0))
        choices.append((share, sums["n"], sums["cells"]))
    states = dict(Item.objects.filter(project=project).order_by().values_list("state").annotate(n=Count("pk")))
    annotated = ItemAgreement.objects.filter(
        project=project, item__state=Item.State.ANNOTATED, disagreement_count__gt=0
    )
    return Preflight(
        choices,
        being_annotated=states.get(Item.State.OPEN, 0),
        begun=annotated.count() - choices[0][1],
        adjudicated=states.get(Item.State.ADJUDICATED, 0),
    )


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of one annotator in a round."""

    pseudonym: str
    total: int
    waiting: int
    changing: int
    kept: int
    changed: int

    @property
    def done(self) -> int:
        return self.kept + self.changed


def read_progress(held: ReconciliationRound) -> list[Progress]:
    """Return numbers of readings in a round by annotator and state; the database counts."""
    readings = RoundReading.objects.filter(round_item__round=held)
    rows = readings.order_by().values_list("assignment__annotator__pseudonym", "state").annotate(n=Count("pk"))
    counts: defaultdict[str, dict[str, int]] = defaultdict(dict)
    for pseudonym, state, count in rows:
        counts[pseudonym][state] = count
    return [
        Progress(name, sum(states.values()), *(states.get(state, 0) for state in State.values))
        for name, states in sorted(counts.items())
    ]


ACTS = {"round_open": "Opened", "round_close": "Closed", "round_reopen": "Reopened"}


def list_acts(held: ReconciliationRound) -> list[tuple[str, Operation]]:
    """Return when the round was opened, closed and reopened, in order, with the operation of each."""
    found = Operation.objects.of_project(held.project, *ACTS).filter(payload__round=held.number)
    return [(ACTS[each.kind], each) for each in found.select_related("actor").order_by("pk")]


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
    return {name: found.assignment_id if found else None for name, found in neighbours.items()}


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


def page_version(user: User, assignment_id: int) -> str | None:
    """Return a value that changes whenever the page of the pair would, from one query; None if there is no
    such page.
    """
    row = (
        RoundReading.objects.for_annotator(user)
        .in_open_round()
        .filter(assignment_id=assignment_id)
        .values_list("round_item_id", "round_item__version")
        .first()
    )
    return f'"{assignment_id}-{row[0]}-{row[1]}"' if row else None


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
    people.sort(key=lambda each: each.pk != in_round.pk)
    readings = {each.assignment.annotator.pseudonym: read_links(each.assignment) for each in people}
    kept = {each.assignment.annotator.pseudonym: {_cell(cell) for cell in each.kept_cells} for each in people}
    disputed = disagreements(list(readings.values()))
    earlier = disagreements([Reading.from_json(each.before.reading) for each in people])
    differences = list_differences((pair.source_tokens, pair.target_tokens), readings, kept, earlier)
    return {
        "round_version": round_version,
        "version": in_round.assignment.version,
        "own": in_round,
        "people": people,
        "source": find_language(settings.source_language),
        "target": find_language(settings.target_language),
        "source_words": compare_sources(pair.source_tokens, disputed),
        "target_words": compare_targets(pair.target_tokens, readings, disputed),
        "differences": differences,
        "left": sum(not each.is_settled for each in differences),
        "unlooked": sum(not each.is_settled and not each.is_kept for each in differences),
        "compared": compare_words(Dispute(pair.source_tokens, pair.target_tokens, readings, "wags")),
        "is_long": max(len(pair.source_tokens), len(pair.target_tokens)) >= LONG_SENTENCE,
        "can_undo": can_undo(in_round),
        "comments": _comments(in_round),
    }


def read_exchange(in_round: RoundReading) -> dict[str, Any]:
    """Return the pair as data: every current reading, the annotator's own first, and the comments."""
    round_version = RoundItem.objects.values_list("version", flat=True).get(pk=in_round.round_item_id)
    people = list(in_round.round_item.readings.select_related("assignment__annotator"))
    people.sort(key=lambda each: (each.pk != in_round.pk, each.assignment.annotator_id))
    readings = [read_links(each.assignment) for each in people]
    return {
        "round": in_round.round_item.round.number,
        "version": in_round.assignment.version,
        "round_version": round_version,
        "readings": [
            {
                "annotator": each.assignment.annotator.pseudonym,
                "is_own": each.pk == in_round.pk,
                "state": each.state,
                "links": sorted([source, target, label] for (source, target), label in reading.links.items()),
                "unaligned": {"source": sorted(reading.unaligned_source), "target": sorted(reading.unaligned_target)},
                "kept": each.kept_cells,
            }
            for each, reading in zip(people, readings, strict=True)
        ],
        "disagreements": disagreements(readings),
        "comments": _comments(in_round),
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


def _comments(in_round: RoundReading) -> list[Mapping[str, Any]]:
    said = Comment.objects.filter(in_round__round_item=in_round.round_item).select_related("assignment__annotator")
    own = in_round.assignment_id
    return [
        {
            "author": "You" if comment.assignment_id == own else f"Annotator {comment.assignment.annotator.pseudonym}",
            "text": comment.text,
            "is_question": comment.is_question,
            "created_at": comment.created_at,
        }
        for comment in said
        if comment.assignment is not None
    ]
