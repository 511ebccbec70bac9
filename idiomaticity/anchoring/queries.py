"""The machine whose scores raters see, the scores that one of them saw, and ratings with and without them."""

from collections.abc import Iterator, Mapping
from typing import Any

from django.db.models import F, OuterRef, QuerySet, Subquery

from annotation_site.assignments.models import Assignment
from annotation_site.machines.models import Machine, MachineAnswer
from annotation_site.prepared import Prepared
from annotation_site.projects.models import Membership, Project
from idiomaticity.anchoring.effects import SeenRating
from idiomaticity.ratings.models import Rating
from idiomaticity.scales.judgements import LOWEST, SCALES, Judgement

BATCH = 5_000

_find_reading = Prepared(
    lambda machine, item: MachineAnswer.objects.filter(machine=machine, item=item).values_list("reading", flat=True)
)


def list_shown_machines() -> QuerySet[Machine]:
    """Return the machines whose scores raters see; a project has one at most."""
    machines: QuerySet[Machine] = Machine.objects.active().filter(use=Machine.Use.SUGGESTIONS)
    return machines


def with_shown_machine(annotators: QuerySet[Membership]) -> QuerySet[Membership]:
    """Annotate the machine whose scores they see, and the share of items that are controls."""
    shown = list_shown_machines().filter(project=OuterRef("project")).order_by("pk").values("pk")[:1]
    return annotators.annotate(
        shown_machine=Subquery(shown), score_control_share=F("project__idiomaticity__score_control_share")
    )


def read_scores(machine: int, item: int) -> dict[str, int]:
    """Return the machine's scores of an item by question; “cannot judge” is no score."""
    reading = _find_reading.first(machine, item)
    if reading is None:
        return {}
    judgement = Judgement.from_json(reading)
    given = {name: judgement.find(name) for name in (*SCALES, *judgement.extra)}
    return {name: score for name, score in given.items() if score is not None and score >= LOWEST}


def find_shown_scores(assignment: Assignment) -> Mapping[str, int]:
    """Return the scores that stand beside the questions of an assignment, by question."""
    shown: Any = getattr(assignment, "shown_scores", None)
    return {} if shown is None or shown.is_control else shown.scores


def read_seen(project: Project) -> Iterator[SeenRating]:
    """Yield the submitted ratings of items with a machine's scores, without those of excluded annotators."""
    rated = Rating.objects.counted(project).filter(assignment__shown_scores__isnull=False).order_by("assignment")
    rows = rated.values_list(
        "assignment__item",
        "assignment__shown_scores__is_control",
        "assignment__shown_scores__scores",
        "assignment__active_seconds",
        *SCALES,
    )
    for item, is_control, machine, seconds, *given in rows.iterator(BATCH):
        scores = {name: score for name, score in zip(SCALES, given, strict=True) if score is not None}
        yield SeenRating(
            item,
            is_control,
            {name: score for name, score in scores.items() if score >= LOWEST},
            {name: machine[name] for name in SCALES if name in machine},
            round(seconds, 3) or None,
        )
