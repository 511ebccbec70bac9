"""What the adjudicator's pages read: the queue, worst pair first, and one pair as cards."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from django.db.models import Count, Q, QuerySet, Sum

from alignment.cards import Card, Made, build_cards, shows_digits
from alignment.decisions import last_action
from alignment.disputes import Dispute, compare_words, list_agreed
from alignment.languages import Language, find_language
from alignment.links import Cell, GoldPolicy
from alignment.models import (
    Adjudication,
    ItemAgreement,
    ItemAgreementTotal,
    LinkDecision,
    ReconciliationRound,
    RoundItem,
    SentencePair,
)
from alignment.selectors import item_readings
from annotation_site.projects.models import Comment, Item, Operation, Project, User

TO_DECIDE, DECIDED, AGREED = "to-decide", "decided", "agreed"
READY = [Item.State.ANNOTATED, Item.State.ADJUDICATED]
_SHOWN = {
    TO_DECIDE: Q(undecided_count__gt=0),
    DECIDED: Q(undecided_count=0, disagreement_count__gt=0),
    AGREED: Q(disagreement_count=0),
}
_COUNTED = {TO_DECIDE: "pairs_to_decide", DECIDED: "pairs_decided", AGREED: "pairs_agreed"}
# From so many words on, the sentences are set smaller and scroll, so that cards stay in sight.
LONG_SENTENCE = 45


@dataclass(frozen=True, slots=True)
class QueueCounts:
    """Pairs of each kind, and disagreements over all of them."""

    pairs: Mapping[str, int]
    disagreements_left: int
    disagreements_decided: int


def count_queue(project: Project) -> QueueCounts:
    """All the numbers of the queue, from the running sums."""
    sums = _ready_totals(project).aggregate(
        **{name: Sum(column, default=0) for name, column in _COUNTED.items()},
        left=Sum("undecided_count", default=0),
        all=Sum("disagreement_count", default=0),
    )
    return QueueCounts({name: sums[name] for name in _SHOWN}, sums["left"], sums["all"] - sums["left"])


def find_open_round(project: Project) -> ReconciliationRound | None:
    """The round that is open now, with the number of its pairs: they are not in the queue."""
    held = project.reconciliation_rounds.filter(state=ReconciliationRound.State.OPEN)
    found: ReconciliationRound | None = held.annotate(pairs=Count("items")).first()
    return found


def count_left(project: Project) -> int:
    """Disagreements of the project that nobody has decided yet."""
    left: int = _ready_totals(project).aggregate(left=Sum("undecided_count", default=0))["left"]
    return left


def list_queue(project: Project, shown: str) -> QuerySet[ItemAgreement]:
    """Pairs of one kind, worst first, with their sentences."""
    return (
        _ready(project)
        .filter(_SHOWN[shown])
        .select_related("item__sentence_pair")
        .order_by("-disagreement_share", "item")
    )


def find_next(project: Project, item: Item) -> int | None:
    """Number of the pair to decide after this one, from the top again after the last; None when none is left."""
    waiting = list_queue(project, TO_DECIDE).exclude(pk=item.pk)
    here = ItemAgreement.objects.filter(pk=item.pk).first()
    if here is not None:
        same_share = Q(disagreement_share=here.disagreement_share, item__gt=item.pk)
        after = waiting.filter(Q(disagreement_share__lt=here.disagreement_share) | same_share).first()
        if after is not None:
            return after.item.number
    first = waiting.first()
    return first.item.number if first else None


def languages(project: Project) -> dict[str, Language]:
    """Both languages of a project, for setting its text."""
    settings = project.alignment
    return {
        "source_language": find_language(settings.source_language),
        "target_language": find_language(settings.target_language),
    }


def read_dispute(item: Item) -> Dispute:
    """The pair with its submitted readings, by pseudonym."""
    pair: SentencePair = item.sentence_pair
    readings = {annotator.pseudonym: reading for annotator, reading in item_readings(item)}
    policy = cast(GoldPolicy, item.project.alignment.gold_policy)
    # A pair may have fewer readings than a majority needs: what stays open in it is then settled as in WAGS.
    return Dispute(pair.source_tokens, pair.target_tokens, readings, policy if len(readings) > 2 else "wags")


def read_adjudication(user: User, item: Item) -> dict[str, Any]:
    """All that the page of one pair shows; nobody's name is in it."""
    adjudication = Adjudication.objects.filter(item=item).first()
    version = adjudication.version if adjudication else 0  # read first: what comes after is at least as new
    in_round = RoundItem.objects.filter(item=item, is_open=True).select_related("round").first()
    if item.state not in READY or in_round:
        return {"version": version, "is_ready": False, "in_round": in_round, **_sentences(item)}
    dispute = read_dispute(item)
    cards = build_cards(dispute, _read_decisions(user, item))
    current = next((card for card in cards if not card.is_done), None)
    made = Operation.objects.filter(item=item, kind="decide").order_by("pk").values_list("pk", "payload")
    return {
        "version": version,
        "is_ready": True,
        "cards": cards,
        "current": current,
        "done_count": sum(card.is_done for card in cards),
        "can_take_back": last_action(made) is not None,
        "adoptable": _adoptable(dispute, cards),
        "shows_digits": shows_digits(dispute.readings),
        "agreed": list_agreed(dispute),
        "compared": compare_words(dispute),
        "annotators": list(dispute.readings),
        "remarks": _remarks(user, item),
        **_sentences(item, current),
    }


def cells_decided_since(item: Item, version: int) -> set[Cell]:
    """Cells on which somebody acted after the version a page was made from."""
    later = Operation.objects.filter(item=item, kind="decide", version__gt=version).values_list("payload", flat=True)
    return {(source, target) for payload in later for source, target, _, _ in payload["decisions"]}


def _ready(project: Project) -> QuerySet[ItemAgreement]:
    # What annotators reconcile now is decided afterwards: it is not ready until its round is closed.
    return ItemAgreement.objects.filter(project=project, is_ready=True)


def _ready_totals(project: Project) -> QuerySet[ItemAgreementTotal]:
    return ItemAgreementTotal.objects.filter(project=project, is_ready=True)


def _read_decisions(user: User, item: Item) -> dict[Cell, Made]:
    return {
        (row.source_index, row.target_index): Made(row.decision, row.note, row.decided_at, row.decided_by_id == user.pk)
        for row in LinkDecision.objects.filter(item=item)
    }


def _adoptable(dispute: Dispute, cards: Iterable[Card]) -> list[dict[str, Any]]:
    """Readings that can be taken whole, with the keys of their cards' choice."""
    first = next(iter(cards), None)
    if first is None:
        return []
    taking = first.choices[: len(dispute.readings)]
    return [{"pseudonym": name, "choice": choice} for name, choice in zip(dispute.readings, taking, strict=True)]


def _remarks(user: User, item: Item) -> list[dict[str, Any]]:
    """Comments on the pair; of annotators only the pseudonym is told."""
    remarks = []
    for comment in Comment.objects.filter(item=item).select_related("assignment__annotator"):
        if comment.assignment is not None:
            author = f"Annotator {comment.assignment.annotator.pseudonym}"
        else:
            author = "You" if comment.author_id == user.pk else "Adjudicator"
        remarks.append({"author": author, "text": comment.text})
    return remarks


def _sentences(item: Item, current: Card | None = None) -> dict[str, Any]:
    pair: SentencePair = item.sentence_pair
    settings = item.project.alignment
    source, target = (current.source_indices, current.target_indices) if current else ([], [])
    return {
        "source": {
            "side": "source",
            "language": find_language(settings.source_language),
            "words": _set_out(pair.source_tokens, source, pair.source_target_words),
        },
        "target": {
            "side": "target",
            "language": find_language(settings.target_language),
            "words": _set_out(pair.target_tokens, target, pair.target_target_words),
        },
        "is_long": max(len(pair.source_tokens), len(pair.target_tokens)) >= LONG_SENTENCE,
    }


def _set_out(tokens: list[str], marked: list[int], asked: list[int]) -> list[dict[str, Any]]:
    return [
        {
            "text": text,
            "is_marked": index in marked,
            "is_asked": index in asked,
            "joins": index in marked and index - 1 in marked,
        }
        for index, text in enumerate(tokens)
    ]
