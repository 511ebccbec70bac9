"""Data for the pages of feedback: an annotator's list, one pair beside gold, and disputes for the adjudicator.

Annotators are never shown another annotator's reading.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db.models import Count, QuerySet

from alignment.adjudication.disputes import LABEL_NAMES, Word, pick_words
from alignment.adjudication.models import LinkDecision
from alignment.feedback.models import Feedback, FeedbackReply
from alignment.pairs.models import SentencePair
from alignment.readings.links import Cell, Reading
from alignment.releases.provenance import LinkOrigin
from alignment.releases.queries import read_gold, read_origins
from alignment.training.gold_comparison import LinkComparison, compare_with_gold
from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Membership, Project
from annotation_site.texts.languages import find_language

KINDS = {"same": "as gold", "label": "label differs", "missing": "missing", "extra": "not in gold"}
State = Feedback.State
SHOWN = [State.NEW, State.ANSWERED, State.DISPUTED, State.DONE]


@dataclass(frozen=True, slots=True)
class Row:
    """One link on which the reading and gold differ, or that has a reply."""

    cell: Cell
    source: Word
    target: Word
    kind: str
    own: str
    gold: str
    cause: str
    note: str
    reply: FeedbackReply | None

    @property
    def key(self) -> str:
        return f"{self.cell[0]}-{self.cell[1]}"

    @property
    def is_settled(self) -> bool:
        return self.reply is not None and self.reply.state != FeedbackReply.State.ANSWERED

    @property
    def can_acknowledge(self) -> bool:
        return not self.is_settled

    @property
    def can_dispute(self) -> bool:
        is_waiting = self.reply is not None and self.reply.state == FeedbackReply.State.DISPUTED
        return self.own != self.gold and not is_waiting


def list_feedback(annotator: Membership) -> QuerySet[Feedback]:
    """Return the annotator's feedback with sentences, new ones first."""
    own: QuerySet[Feedback] = Feedback.objects.for_annotator(annotator.user).filter(annotator=annotator)
    return own.select_related("assignment__item__sentence_pair").order_by("-assignment")


def count_feedback(annotator: Membership) -> dict[str, int]:
    """Return the numbers of feedback by state; disputes and answers are counted per pair."""
    own = Feedback.objects.for_annotator(annotator.user).filter(annotator=annotator)
    counts = dict(own.order_by("state").values_list("state").annotate(n=Count("pk")))
    return {state.value: counts.get(state, 0) for state in SHOWN}


def find_next_new(feedback: Feedback) -> int | None:
    """Return the annotator's next feedback with news, from the top again after the last."""
    waiting = list_feedback(feedback.annotator).filter(state__in=[State.NEW, State.ANSWERED]).exclude(pk=feedback.pk)
    after = waiting.filter(pk__lt=feedback.pk).values_list("pk", flat=True).first()
    return after or waiting.values_list("pk", flat=True).first()


def read_own(assignment: Assignment) -> Reading:
    """Return the reading as last submitted."""
    return Reading.from_json(assignment.submissions.order_by("-number").values_list("reading", flat=True)[0])


def read_comparison(feedback: Feedback) -> list[LinkComparison]:
    """Return the annotator's links compared with current gold."""
    return compare_with_gold(read_own(feedback.assignment), read_gold(feedback.assignment.item))


def read_feedback(feedback: Feedback) -> dict[str, Any]:
    """Return everything that the page of one pair shows."""
    item = feedback.assignment.item
    pair, origins = read_origins(item)
    compared = compare_with_gold(read_own(feedback.assignment), pair.gold(origins))
    replies = {reply.cell: reply for reply in feedback.replies.all()}
    notes = {
        (row.source_index, row.target_index): row.note
        for row in LinkDecision.objects.filter(item=item).exclude(note="")
    }
    by_cell = {origin.cell: origin for origin in origins}
    known = {each.cell: each for each in compared}
    cells = sorted({each.cell for each in compared if each.differs} | replies.keys())
    rows = [
        _describe(
            item.sentence_pair,
            known.get(cell, LinkComparison(cell, None, None)),
            by_cell.get(cell),
            notes.get(cell, ""),
            replies.get(cell),
        )
        for cell in cells
    ]
    return {
        "rows": rows,
        "same": describe_same(item.sentence_pair, compared),
        "left": sum(row.can_acknowledge for row in rows),
        **read_sentences(item, [each.cell for each in compared if each.differs]),
    }


def describe_same(pair: SentencePair, compared: list[LinkComparison]) -> list[tuple[Word, Word, str]]:
    """Return links that are the same in the reading and in gold."""
    return [
        (
            pick_words(pair.source_tokens, [each.cell[0]])[0],
            pick_words(pair.target_tokens, [each.cell[1]])[0],
            LABEL_NAMES[each.gold],
        )
        for each in compared
        if not each.differs
    ]


def describe_difference(pair: SentencePair, each: LinkComparison) -> dict[str, Any]:
    """Return a difference in words. It has no cause if gold was known beforehand."""
    return {
        "source": pick_words(pair.source_tokens, [each.cell[0]])[0],
        "target": pick_words(pair.target_tokens, [each.cell[1]])[0],
        "kind": KINDS[each.kind],
        "own": LABEL_NAMES[each.own],
        "gold": LABEL_NAMES[each.gold],
    }


def read_sentences(item: Item, cells: list[Cell]) -> dict[str, Any]:
    """Return both sentences with the words of these cells marked, for templates/alignment/_marked_sentence.html."""
    settings, pair = item.project.alignment, item.sentence_pair
    sides = {}
    for place, (side, tag, tokens) in enumerate(
        (
            ("source", settings.source_language, pair.source_tokens),
            ("target", settings.target_language, pair.target_tokens),
        )
    ):
        marked = {cell[place] for cell in cells}
        words = [
            {"text": text, "is_marked": index in marked, "joins": index in marked and index - 1 in marked}
            for index, text in enumerate(tokens)
        ]
        sides[side] = {"side": side, "language": find_language(tag), "words": words}
    return sides


@dataclass(frozen=True, slots=True)
class OpenDispute:
    """A dispute that waits for the adjudicator; the annotator is named by pseudonym only."""

    number: int
    pseudonym: str
    source: Word
    target: Word
    key: str
    own: str
    gold: str
    text: str
    said_at: datetime
    choices: tuple[tuple[str, str], ...]


def list_disputes(project: Project, item: Item | None = None) -> list[OpenDispute]:
    """Return disputes of a project, or of one pair, oldest first."""
    replies = FeedbackReply.objects.filter(project=project, state=FeedbackReply.State.DISPUTED)
    if item is not None:
        replies = replies.filter(feedback__assignment__item=item)
    replies = replies.select_related("feedback__annotator", "feedback__assignment__item__sentence_pair")
    found = list(replies.order_by("said_at", "pk")[:MOST_DISPUTES])
    items = {reply.feedback.assignment.item_id for reply in found}
    standing = {
        (row.item_id, row.source_index, row.target_index): row.decision
        for row in LinkDecision.objects.filter(item__in=items)
    }
    return [_open_dispute(reply, standing) for reply in found]


MOST_DISPUTES = 50
_DECISIONS = {"S": "Sure", "P": "Possible", "none": "No link"}
_MADE = {**_DECISIONS, "none": "no link"}


def _open_dispute(reply: FeedbackReply, standing: Mapping[tuple[int, int, int], str]) -> OpenDispute:
    item = reply.feedback.assignment.item
    now = standing.get((item.pk, *reply.cell), "open")
    keep = (now, f"Keep: {_DECISIONS[now]}" if now in _DECISIONS else "Leave open")
    others = tuple((value, f"Change to {label}") for value, label in _MADE.items() if value != now)
    return OpenDispute(
        number=item.number,
        pseudonym=reply.feedback.annotator.pseudonym,
        source=pick_words(item.sentence_pair.source_tokens, [reply.source_index])[0],
        target=pick_words(item.sentence_pair.target_tokens, [reply.target_index])[0],
        key=f"{reply.source_index}-{reply.target_index}",
        own=reply.get_own_display(),
        gold=reply.get_gold_display(),
        text=reply.text,
        said_at=reply.said_at,
        choices=(keep, *others),
    )


def _describe(
    pair: SentencePair, each: LinkComparison, origin: LinkOrigin | None, note: str, reply: FeedbackReply | None
) -> Row:
    return Row(
        cell=each.cell,
        source=pick_words(pair.source_tokens, [each.cell[0]])[0],
        target=pick_words(pair.target_tokens, [each.cell[1]])[0],
        kind=KINDS[each.kind],
        own=LABEL_NAMES[each.own],
        gold=LABEL_NAMES[each.gold],
        cause=_say_cause(origin),
        note=note,
        reply=reply,
    )


def _say_cause(origin: LinkOrigin | None) -> str:
    if origin is not None and origin.cause == "decided":
        return "Decided by the adjudicator."
    if origin is not None and origin.is_left_open:
        return "Left open by the adjudicator; settled by the gold policy."
    return "Settled by the gold policy."
