"""The adjudicator's queue, and a passage with its readings and the decision."""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.db.models import OuterRef, Q, QuerySet
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation_site.adjudication.queries import describe_decision
from annotation_site.adjudication.queues import AGREED, DECIDED, TO_DECIDE, make_queue_task, order_queue
from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Project
from expressions.adjudication.cards import Card, Comparison, compare_readings
from expressions.adjudication.models import PassageAdjudication, PassageDifference
from expressions.marks.marking import Mark
from expressions.marks.models import Mark as StoredMark
from expressions.marks.queries import describe_passage, name_passage, to_mark
from expressions.passages.models import Passage
from expressions.passages.queries import list_forms

DISPUTED_PASSAGES = make_queue_task(
    name="disputed_passages",
    route="expressions:adjudication",
    one=gettext_noop("Adjudicate 1 passage"),
    many=gettext_noop("Adjudicate {count} passages"),
    rows=lambda user: PassageDifference.objects.filter(
        project=OuterRef("pk"), strength__gt=0, is_decided=False, item__state=Item.State.ANNOTATED
    ),
)


def list_queue(project: Project, shown: str = TO_DECIDE) -> QuerySet[PassageDifference]:
    """Return passages of one kind with the number of their differences, worst first."""
    conditions = {
        TO_DECIDE: Q(strength__gt=0, is_decided=False, item__state=Item.State.ANNOTATED),
        DECIDED: Q(is_decided=True, item__state=Item.State.ADJUDICATED),
        AGREED: Q(strength=0, is_decided=False, item__state=Item.State.ANNOTATED),
    }
    rows = PassageDifference.objects.filter(conditions[shown], project=project)
    return order_queue(rows).select_related("item__passage").prefetch_related("item__passage__sentences")


def read_readings(items: Iterable[int], *, also: int | None = None) -> dict[int, dict[str, list[Mark]]]:
    """Return the submitted marks by item and annotator; `also` is an assignment that is being submitted."""
    is_submitted = Q(state=Assignment.State.SUBMITTED) | Q(pk=also)
    purposes = (Assignment.Purpose.WORK, Assignment.Purpose.EXTRA)
    work = Assignment.objects.filter(is_submitted, item__in=items, purpose__in=purposes)
    readings: dict[int, dict[str, list[Mark]]] = defaultdict(dict)
    marks_of: dict[int, list[Mark]] = {}
    rows = work.order_by("annotator__pseudonym").values_list("pk", "item_id", "annotator__pseudonym")
    for pk, item, annotator in rows:
        marks_of[pk] = readings[item].setdefault(annotator, [])
    for stored in StoredMark.objects.filter(assignment__in=marks_of).order_by("assignment", "words"):
        marks_of[stored.assignment_id].append(to_mark(stored))
    return dict(readings)


def find_passage(project: Project, number: int) -> Passage:
    """Return a passage of the project, or raise 404."""
    passages = Passage.objects.select_related("item__project__expressions").prefetch_related("sentences")
    passage: Passage = get_object_or_404(passages, item__project=project, item__number=number)
    return passage


def fingerprint(readings: Mapping[str, Sequence[Mark]]) -> str:
    """Return a short text that differs for other readings."""
    marks_by_reader = {reader: [mark.to_json() for mark in marks] for reader, marks in sorted(readings.items())}
    return hashlib.sha256(json.dumps(marks_by_reader).encode()).hexdigest()[:16]


def describe_item(passage: Passage) -> dict[str, Any]:
    """Return the passage, its differences as cards, and the decision that stands."""
    item = passage.item
    readings = read_readings([item.pk]).get(item.pk, {})
    comparison = compare_readings(readings)
    decision = PassageAdjudication.objects.filter(item=item).first()
    standing = [Mark.from_json(mark) for mark in decision.marks] if decision and decision.is_done else None
    is_read = item.state in (Item.State.ANNOTATED, Item.State.ADJUDICATED)
    forms = list_forms(passage)
    return {
        **describe_passage(passage, item.project),
        **describe_decision(item, decision, "" if is_read else _("This passage is still being read.")),
        "label": name_passage(passage),
        "seen": fingerprint(readings),
        "readers": list(readings),
        "agreed": [_with_text(mark, forms) for mark in comparison.agreed],
        "cards": [_describe_card(card, forms, standing) for card in comparison.cards],
        "decided": None if standing is None else [_with_text(mark, forms) for mark in standing],
    }


def compare_item(passage: Passage) -> tuple[Comparison, str]:
    """Return the differences of a passage as they are now, and the fingerprint of its readings."""
    readings = read_readings([passage.item_id]).get(passage.item_id, {})
    return compare_readings(readings), fingerprint(readings)


def _describe_card(card: Card, forms: Sequence[str], standing: Sequence[Mark] | None) -> dict[str, Any]:
    choices = []
    for choice in card.choices:
        marks = [_with_text(mark, forms) for mark in choice.marks]
        choices.append({"readers": list(choice.readers), "marks": marks})
    return {
        "kind": card.kind,
        "words": list(card.words),
        "text": " ".join(forms[word] for word in card.words),
        "choices": choices,
        "chosen": None if standing is None else card.find_choice(standing),
    }


def _with_text(mark: Mark, forms: Sequence[str]) -> dict[str, Any]:
    return {**mark.to_json(), "text": " ".join(forms[word] for word in mark.words)}
