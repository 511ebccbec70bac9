"""The adjudicator's queue, worst pair first: all of it, or one list of it, by annotators or by target word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from django.db.models import Count, OuterRef, Q, QuerySet, Sum
from django.utils.translation import gettext_noop

from alignment.adjudication.models import QueuePlace, QueueTotal
from alignment.adjudication.queue_places import ANNOTATORS, WORD, annotators_key, word_key
from alignment.agreement.models import ItemAgreement, ItemAgreementTotal
from alignment.agreement.queries.changes import count_changes, up_to_date
from alignment.rounds.models import ReconciliationRound
from annotation_site.adjudication import queues
from annotation_site.adjudication.queues import AGREED, DECIDED, TO_DECIDE, make_queue_task, order_queue
from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project

# How many lists are offered of each kind; of the words any other can be typed.
LISTS_OFFERED = 100
_SHOWN = {
    TO_DECIDE: Q(undecided_count__gt=0),
    DECIDED: Q(undecided_count=0, disagreement_count__gt=0),
    AGREED: Q(disagreement_count=0),
}
_COUNTED = {TO_DECIDE: "pairs_to_decide", DECIDED: "pairs_decided", AGREED: "pairs_agreed"}
DISAGREEMENTS = make_queue_task(
    name="disagreements",
    route="alignment:adjudication",
    one=gettext_noop("Adjudicate 1 pair"),
    many=gettext_noop("Adjudicate {count} pairs"),
    rows=lambda user: Item.objects.filter(
        project=OuterRef("pk"),
        state=Item.State.ANNOTATED,
        agreement__undecided_count__gt=0,
        agreement__is_ready=True,
    ),
    prepare=lambda projects: count_changes(*projects),
)


@dataclass(frozen=True, slots=True)
class Chosen:
    """One list of the queue; without a kind, the whole queue. `name` is the value from the address."""

    kind: str = ""
    key: str = ""
    name: str = ""

    @property
    def query(self) -> str:
        """The query string that keeps a link in the list."""
        return urlencode({self.kind: self.name}) if self.kind else ""


@dataclass(frozen=True, slots=True)
class QueueCounts:
    """Pairs of each kind in the chosen list, and over the whole project: disagreements, and agreed pairs to accept."""

    pairs: Mapping[str, int]
    disagreements_left: int
    disagreements_decided: int
    to_accept: int


def choose_list(project: Project, asked: Mapping[str, str]) -> Chosen:
    """Return the list that an address names by `word` or by `annotators`, such as A-B; an unknown one is empty."""
    # PostgreSQL cannot even look for this character.
    word, name = (asked.get(kind, "").replace("\x00", "").strip() for kind in (WORD, ANNOTATORS))
    if word:
        return Chosen(WORD, word_key(word), word)
    if not name:
        return Chosen()
    named = project.memberships.annotators().filter(pseudonym__in=name.split("-")).values_list("pk", flat=True)
    pair = list(named[:2])
    return Chosen(ANNOTATORS, annotators_key(*pair) if len(pair) == 2 else "", name)


def count_queue(project: Project, chosen: Chosen | None = None) -> QueueCounts:
    """Return all numbers of the queue, from the running sums."""
    sums = _ready_totals(project).aggregate(
        **{name: Sum(column, default=0) for name, column in _COUNTED.items()},
        left=Sum("undecided_count", default=0),
        all=Sum("disagreement_count", default=0),
        accepted=Sum("pairs_accepted", default=0),
    )
    pairs = {name: sums[name] for name in _SHOWN}
    if chosen and chosen.kind:
        row = up_to_date(QueueTotal, project).filter(kind=chosen.kind, key=chosen.key).first() or QueueTotal()
        pairs = {TO_DECIDE: row.to_decide, DECIDED: row.decided, AGREED: row.agreed}
    left, accepted = sums["left"], sums["accepted"]
    return QueueCounts(pairs, left, sums["all"] - left, sums[AGREED] - accepted)


def count_left(project: Project) -> int:
    """Return the number of disagreements in the project without a decision."""
    left: int = _ready_totals(project).aggregate(left=Sum("undecided_count", default=0))["left"]
    return left


def find_open_round(project: Project) -> ReconciliationRound | None:
    """Return the open round with the number of its pairs, which are not in the queue."""
    held = project.reconciliation_rounds.filter(state=ReconciliationRound.State.OPEN)
    found: ReconciliationRound | None = held.annotate(pairs=Count("items", filter=Q(items__is_open=True))).first()
    return found


def list_queue(project: Project, shown: str, chosen: Chosen | None = None) -> QuerySet[Any]:
    """Return pairs of one kind, worst first, with their sentences: rows of ItemAgreement, or of a list's places, each
    with its `item`, and `item.agreement`.
    """
    if chosen and chosen.kind:
        places = order_queue(_places(project, chosen).filter(state=shown), "share")
        return places.select_related("item__agreement", "item__sentence_pair")
    rows = _ready(project).filter(_SHOWN[shown]).select_related("item__sentence_pair", "item__agreement")
    return order_queue(rows, "disagreement_share")


def list_annotators(project: Project) -> list[tuple[str, int]]:
    """Return the lists by annotators, such as A–B, with the number of pairs that wait in each."""
    totals = list(_held_totals(project, ANNOTATORS).order_by("-to_decide", "key")[:LISTS_OFFERED])
    numbers = {int(number) for total in totals for number in total.key.split("-")}
    names = dict(project.memberships.filter(pk__in=numbers).values_list("pk", "pseudonym"))
    named = [("-".join(names[int(number)] for number in total.key.split("-")), total.to_decide) for total in totals]
    return sorted(named)


def list_words(project: Project) -> list[tuple[str, int]]:
    """Return the target words with the most pairs to decide, with the number of these pairs."""
    waiting = up_to_date(QueueTotal, project).filter(kind=WORD, to_decide__gt=0)
    return list(waiting.order_by("-to_decide", "key").values_list("key", "to_decide")[:LISTS_OFFERED])


def find_next(project: Project, item: Item | None, chosen: Chosen | None = None) -> int | None:
    """Return the number of the pair to decide after this one, from the top again after the last; None when none is
    left.
    """
    waiting = list_queue(project, TO_DECIDE, chosen)
    here = None if item is None else _find_share(project, item)
    return queues.find_next(waiting, item, strength=_share_column(chosen), here=here)


def find_previous(project: Project, item: Item, chosen: Chosen | None = None) -> int | None:
    """Return the number of the pair with disagreements, decided or not, before this one; None at the top."""
    here = _find_share(project, item)
    if here is None:
        return None
    share = _share_column(chosen)
    found = []
    for state in (TO_DECIDE, DECIDED):
        rows = list_queue(project, state, chosen).select_related(None).order_by(share, "-item_id")
        for nearer in (rows.filter(**{share: here}, item__lt=item.pk), rows.filter(**{f"{share}__gt": here})):
            if row := nearer.values_list(share, "item_id", "item__number").first():
                found.append(row)
                break
    nearest = min(found, key=lambda row: (row[0], -row[1]), default=None)
    return nearest[2] if nearest else None


def _find_share(project: Project, item: Item) -> float | None:
    rows = up_to_date(ItemAgreement, project).filter(pk=item.pk)
    return rows.values_list("disagreement_share", flat=True).first()


def _share_column(chosen: Chosen | None) -> str:
    return "share" if chosen and chosen.kind else "disagreement_share"


def _places(project: Project, chosen: Chosen) -> QuerySet[QueuePlace]:
    return up_to_date(QueuePlace, project).filter(kind=chosen.kind, key=chosen.key)


def _held_totals(project: Project, kind: str) -> QuerySet[QueueTotal]:
    some = Q(to_decide__gt=0) | Q(decided__gt=0) | Q(agreed__gt=0)
    return up_to_date(QueueTotal, project).filter(some, kind=kind)


def _ready(project: Project) -> QuerySet[ItemAgreement]:
    # What annotators reconcile now is decided afterwards: it is not ready until its round is closed.
    return up_to_date(ItemAgreement, project).filter(is_ready=True)


def _ready_totals(project: Project) -> QuerySet[ItemAgreementTotal]:
    return up_to_date(ItemAgreementTotal, project).filter(is_ready=True)
