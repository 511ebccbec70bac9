"""Disputes for the adjudicator."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from alignment.adjudication.disputes import Word, pick_words
from alignment.adjudication.models import LinkDecision
from alignment.pairs.models import SentencePair
from alignment.readings.links import Cell, read_cells
from annotation_site.assignments.models import Item
from annotation_site.feedback import queries as shared
from annotation_site.feedback.models import FeedbackReply
from annotation_site.projects.models import Project

_DECISIONS = {"S": gettext_noop("Sure"), "P": gettext_noop("Possible"), "none": gettext_noop("No link")}
_MADE = {**_DECISIONS, "none": gettext_noop("no link")}


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
    replies = shared.list_disputes(project, item)
    items = {reply.feedback.assignment.item_id for reply in replies}
    pairs = SentencePair.objects.in_bulk(items)
    standing = {
        (row.item_id, (row.source_index, row.target_index)): row.decision
        for row in LinkDecision.objects.filter(item__in=items)
    }
    return [_open_dispute(reply, pairs, standing) for reply in replies]


def list_disputed_cells(item: Item) -> set[Cell]:
    """Return the cells of a pair whose gold an annotator disputes."""
    return {cell for reply in shared.list_disputes(item.project, item) for cell in read_cells(reply.place)}


def _open_dispute(
    reply: FeedbackReply, pairs: Mapping[int, SentencePair], standing: Mapping[tuple[int, Cell], str]
) -> OpenDispute:
    item = reply.feedback.assignment.item
    pair, [cell] = pairs[item.pk], read_cells(reply.place)
    now = standing.get((item.pk, cell), "open")
    keep = (now, _("Keep: {label}").format(label=_(_DECISIONS[now])) if now in _DECISIONS else _("Leave open"))
    others = tuple(
        (value, _("Change to {label}").format(label=_(label))) for value, label in _MADE.items() if value != now
    )
    return OpenDispute(
        number=item.number,
        pseudonym=reply.feedback.annotator.pseudonym,
        source=pick_words(pair.source_tokens, [cell[0]])[0],
        target=pick_words(pair.target_tokens, [cell[1]])[0],
        key=reply.place,
        own=_DECISIONS[reply.own],
        gold=_DECISIONS[reply.gold],
        text=reply.text,
        said_at=reply.said_at,
        choices=(keep, *others),
    )
