"""The passages of a project as a release has them, and what one would contain now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection
from dataclasses import dataclass

from django.db.models import Count, Q

from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.models import Project
from expressions.adjudication.models import PassageAdjudication
from expressions.adjudication.queries import read_readings
from expressions.consistency.queries.items import list_excluded, read_corrections
from expressions.marks.marking import Mark
from expressions.marks.models import NO_CANDIDATE
from expressions.marks.models import Mark as StoredMark
from expressions.passages.models import Passage
from expressions.passages.queries import read_sentence
from expressions.releases.contents import ReleasedPassage

RELEASE = "expression_release"
PURPOSES = (Assignment.Purpose.WORK, Assignment.Purpose.EXTRA)


@dataclass(frozen=True, slots=True)
class Preflight:
    """The passages that a release would contain now, by how far they are."""

    passages: int
    adjudicated: int
    annotated: int
    open: int

    @property
    def is_empty(self) -> bool:
        return not self.adjudicated + self.annotated


def look_ahead(project: Project) -> Preflight:
    """Return the numbers of passages by how far they are."""
    items = Item.objects.filter(project=project).exclude(state=Item.State.WITHDRAWN)
    return Preflight(
        **items.aggregate(
            passages=Count("pk"),
            adjudicated=Count("pk", filter=Q(state=Item.State.ADJUDICATED)),
            annotated=Count("pk", filter=Q(state=Item.State.ANNOTATED)),
            open=Count("pk", filter=Q(state=Item.State.OPEN)),
        )
    )


def read_passages(project: Project) -> list[ReleasedPassage]:
    """Return every passage but withdrawn ones, with the readings of passages that are annotated: work on others is not
    finished.
    """
    stored = Passage.objects.filter(item__project=project).exclude(item__state=Item.State.WITHDRAWN)
    passages = list(stored.select_related("item").prefetch_related("sentences").order_by("item__number"))
    is_read = (Item.State.ANNOTATED, Item.State.ADJUDICATED)
    readings = read_readings([each.item_id for each in passages if each.item.state in is_read])
    decisions = PassageAdjudication.objects.filter(item__project=project, is_done=True)
    decided = dict(decisions.values_list("item", "marks"))
    excluded = set(list_excluded(project))
    corrections = read_corrections([each.item_id for each in passages])
    origins = _read_origins(list(readings))
    return [
        ReleasedPassage(
            number=passage.item.number,
            identifier=passage.item.identifier,
            document=passage.document,
            sentences=[read_sentence(sentence) for sentence in passage.sentences.all()],
            readings=readings.get(passage.item_id, {}),
            excluded=sorted(excluded & set(readings.get(passage.item_id, {}))),
            decided=[Mark.from_json(mark) for mark in decided[passage.item_id]] if passage.item_id in decided else None,
            corrections=corrections.get(passage.item_id, ()),
            origins=origins.get(passage.item_id, {}),
        )
        for passage in passages
    ]


def _read_origins(items: Collection[int]) -> dict[int, dict[str, dict[tuple[int, ...], str]]]:
    """Return the sources of candidates from which submitted marks come, by item, annotator and words."""
    work = Assignment.objects.submitted().filter(item__in=items, purpose__in=PURPOSES)
    rows = StoredMark.objects.filter(assignment__in=work).exclude(origin__in=NO_CANDIDATE)
    origins: dict[int, dict[str, dict[tuple[int, ...], str]]] = defaultdict(lambda: defaultdict(dict))
    columns = ("assignment__item", "assignment__annotator__pseudonym", "words", "origin")
    for item, reader, words, origin in rows.order_by("assignment", "words").values_list(*columns):
        origins[item][reader][tuple(words)] = origin
    return origins
