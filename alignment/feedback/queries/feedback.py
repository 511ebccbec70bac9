"""Data for the annotator's pages of feedback: the list, and one pair beside gold.

Annotators are never shown another annotator's reading.
"""

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, QuerySet
from django.utils.translation import gettext_noop

from alignment.adjudication.disputes import LABEL_NAMES, Word, pick_words
from alignment.adjudication.models import LinkDecision
from alignment.feedback.models import Feedback, FeedbackReply
from alignment.pairs.models import SentencePair
from alignment.readings.links import Cell, Reading
from alignment.releases.provenance import LinkOrigin
from alignment.releases.queries import read_gold, read_origins
from alignment.training.gold_comparison import LinkComparison, compare_with_gold
from annotation_site.assignments.models import Assignment, Item
from annotation_site.notices.matters import Matter
from annotation_site.projects.abilities import can_annotate
from annotation_site.projects.models import Membership
from annotation_site.texts.languages import find_language

KINDS = {
    "same": gettext_noop("as gold"),
    "label": gettext_noop("label differs"),
    "missing": gettext_noop("missing"),
    "extra": gettext_noop("not in gold"),
}
State = Feedback.State
NEWS = [State.NEW, State.ANSWERED]
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


FEEDBACK = Matter(
    name="feedback",
    ability=can_annotate,
    route="alignment:feedback",
    one=gettext_noop("Read feedback on 1 pair"),
    many=gettext_noop("Read feedback on {count} pairs"),
    news=gettext_noop("There is feedback on your readings."),
    rows=lambda user: Feedback.objects.for_annotator(user).filter(annotator__project=OuterRef("pk"), state__in=NEWS),
)


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
    waiting = list_feedback(feedback.annotator).filter(state__in=NEWS).exclude(pk=feedback.pk)
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
        return gettext_noop("Decided by the adjudicator.")
    if origin is not None and origin.is_left_open:
        return gettext_noop("Left open by the adjudicator; settled by the gold policy.")
    return gettext_noop("Settled by the gold policy.")
