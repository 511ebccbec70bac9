"""Adjudication of pairs: its queue, and what of its API is as in every kind. A pair has a page of its own (`pair`)."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from uuid import uuid4

from django.shortcuts import get_object_or_404
from django.utils.translation import gettext

from alignment.adjudication.api import QueueRow, describe_receipt, describe_state
from alignment.adjudication.models import Acceptance
from alignment.adjudication.queries import queue as reads
from alignment.adjudication.queries.pair import READY
from alignment.adjudication.services.decisions import undo_decision
from alignment.feedback.queries.disputes import OpenDispute, list_disputes
from alignment.readings.api.state_schemas import AdjudicationState
from annotation_site.accounts.models import User
from annotation_site.adjudication.kinds import Adjudication, ApiNames, Filter, QueueParameter, QueuePart
from annotation_site.adjudication.queues import AGREED, DECIDED, TO_DECIDE
from annotation_site.assignments.api.schemas import Saved
from annotation_site.assignments.models import Item
from annotation_site.languages.marks import gettext_noop as _
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import NotEditable

ACCEPTANCES_SHOWN = 10
LISTS = {TO_DECIDE: _("To decide"), DECIDED: _("Decided"), AGREED: _("All agreed")}


@dataclass(frozen=True)
class PairPart(QueuePart):
    """Pairs on which two annotators differ, or with a disagreement on a target word; of all without these."""

    project: Project | None = None
    chosen: reads.Chosen = field(default_factory=reads.Chosen)

    @cached_property
    def counts(self) -> reads.QueueCounts:
        """All numbers of the queue, read once for a page."""
        assert self.project is not None
        return reads.count_queue(self.project, self.chosen)


class PairAdjudicating(Adjudication[Item]):
    """Pairs on whose links annotators disagree, those with most disagreement first."""

    kind = Project.Kind.ALIGNMENT
    queue_template = "alignment/adjudication/queue.html"
    page_size = 30
    noun = _("pairs")
    start = _("Start with the most disputed pair")
    api = ApiNames(
        "adjudication",
        ("adjudication", "adjudication-detail", "adjudication-undo"),
        ("adjudication_list", "adjudication_detail", "adjudication_undo", "adjudication_decide"),
    )
    row_serializer = QueueRow
    state_serializer = AdjudicationState
    decided_serializer = Saved
    parameters = (
        QueueParameter("annotators", "Only pairs on which these two annotators disagree, such as A-B."),
        QueueParameter("word", "Only pairs with a disagreement on this target word."),
    )

    def list_names(self) -> Mapping[str, str]:
        return LISTS

    def choose(self, user: User, project: Project, parameters: Mapping[str, str]) -> PairPart:
        chosen = reads.choose_list(project, parameters)
        query = f"?{chosen.query}" if chosen.query else ""
        return PairPart(self.find_shown(parameters.get("show", "")), query, project, chosen)

    def list_queue(self, project: Project, part: QueuePart) -> Any:
        assert isinstance(part, PairPart)
        return reads.list_queue(project, part.shown, part.chosen)

    def list_filters(self, project: Project, part: QueuePart) -> list[Filter]:
        assert isinstance(part, PairPart)
        return [Filter(name, label, part.counts.pairs[name]) for name, label in LISTS.items()]

    def find_next(self, project: Project, part: QueuePart, subject: Item | None = None) -> int | None:
        assert isinstance(part, PairPart)
        return reads.find_next(project, subject, part.chosen)

    def list_disputes(self, project: Project, subject: Item | None = None) -> list[OpenDispute]:
        return list_disputes(project, subject)

    def queue_context(self, user: User, project: Project, part: QueuePart, rows: Sequence[Any]) -> dict[str, Any]:
        assert isinstance(part, PairPart)
        return {
            "counts": part.counts,
            "rows": [row.item.agreement if part.chosen.kind else row for row in rows],
            "chosen": part.chosen,
            "annotators": reads.list_annotators(project),
            "words": reads.list_words(project),
            "held": reads.find_open_round(project),
            "acceptances": _list_acceptances(project) if part.shown == AGREED else [],
        }

    def find(self, user: User, project: Project, number: int) -> Item:
        items = Item.objects.select_related("sentence_pair").filter(project=project)
        item: Item = get_object_or_404(items, number=number)
        return item

    def name(self, subject: Item) -> str:
        return gettext("Pair {number}").format(number=subject.number)

    def item_of(self, subject: Item) -> Item:
        return subject

    def describe(self, user: User, subject: Item) -> dict[str, Any]:
        if subject.state not in READY:
            raise NotEditable("This pair is still being annotated. Its readings are shown when all are submitted.")
        return describe_state(subject)

    def undo(self, *, user: User, project: Project, number: int, version: int, operation_id: Any) -> dict[str, Any]:
        item = self.find(user, project, number)
        return describe_receipt(undo_decision(user=user, item_id=item.pk, version=version, operation_id=operation_id))


PAIRS = PairAdjudicating()


def _list_acceptances(project: Project) -> list[tuple[Acceptance, object]]:
    """Return the latest bulk acceptances, each with an operation id for undoing it."""
    latest = project.acceptances.select_related("accepted_by", "undone_by")[:ACCEPTANCES_SHOWN]
    return [(acceptance, uuid4()) for acceptance in latest]
