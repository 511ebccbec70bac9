"""Disputes for the adjudicator."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.db.models import OuterRef

from alignment.adjudication.disputes import Word, pick_words
from alignment.adjudication.models import LinkDecision
from alignment.feedback.models import FeedbackReply
from annotation_site.assignments.models import Item
from annotation_site.notices.matters import Matter
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.models import Project

DISPUTES = Matter(
    name="disputes",
    ability=can_adjudicate,
    route="alignment:adjudication",
    one="Answer 1 dispute",
    many="Answer {count} disputes",
    news="An annotator disputed gold.",
    rows=lambda user: FeedbackReply.objects.filter(project=OuterRef("pk"), state=FeedbackReply.State.DISPUTED),
)
MOST_DISPUTES = 50
_DECISIONS = {"S": "Sure", "P": "Possible", "none": "No link"}
_MADE = {**_DECISIONS, "none": "no link"}


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
