"""Reasons for which a closed round stays closed."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import timedelta

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.utils import timezone

from alignment.adjudication.models import LinkDecision
from alignment.rounds.models import ReconciliationRound, RoundItem, RoundReading
from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.feedback.models import Feedback
from annotation_site.jobs.models import Job

REOPENED_WITHIN = timedelta(hours=24)
RELEASE_JOB = "release"


def find_obstacle(held: ReconciliationRound) -> str:
    """Return why the round cannot be reopened, in a sentence; empty if it can."""
    return next(_obstacles(held), "")


def was_closed_lately(held: ReconciliationRound) -> bool:
    """Return whether the round was closed within the time in which it can be reopened."""
    return held.closed_at is not None and timezone.now() < held.closed_at + REOPENED_WITHIN


@dataclass(frozen=True, slots=True)
class Settled:
    """Numbers of what reopening a round gives back to annotators."""

    pairs: int
    readings: int
    annotators: int


def count_settled(held: ReconciliationRound) -> Settled:
    """Return the numbers of pairs that open again, and of readings that closing submitted or restored."""
    readings = RoundReading.objects.filter(round_item__round=held, round_item__removed_at=None)
    return Settled(
        pairs=held.items.filter(removed_at=None).count(),
        readings=readings.filter(settled_at=held.closed_at).count() if held.closed_at else 0,
        annotators=readings.values("assignment__annotator").distinct().count(),
    )


def _obstacles(held: ReconciliationRound) -> Iterator[str]:
    name, project = f"Round {held.number}", held.project
    if held.closed_at is None:
        yield f"{name} is open."
        return
    if not was_closed_lately(held):
        yield f"{name} was closed more than 24 hours ago and can no longer be reopened."
    if later := project.reconciliation_rounds.filter(number__gt=held.number).order_by("number").first():
        yield f"{name} cannot be reopened, because round {later.number} was opened since."
    if release := project.releases.filter(created_at__gt=held.closed_at).order_by("number").first():
        yield f"{name} cannot be reopened, because its readings are in release {release.number}."
    if Job.objects.unfinished().filter(project=project, kind=RELEASE_JOB).exists():
        yield f"{name} cannot be reopened while a release is being created. Wait for it, or cancel it."
    places = held.items.filter(removed_at=None)
    if count := _adjudicated(places).count():
        pairs = "1 of its pairs has" if count == 1 else f"{count:,} of its pairs have"
        yield f"{name} cannot be reopened, because {pairs} been adjudicated since."
    if count := _changed(held, places).count():
        pairs = "1 of its pairs was" if count == 1 else f"{count:,} of its pairs were"
        yield f"{name} cannot be reopened, because {pairs} changed since, by an annotator or a manager."


def _adjudicated(places: QuerySet[RoundItem]) -> QuerySet[RoundItem]:
    decided = Exists(LinkDecision.objects.filter(item=OuterRef("item")))
    shown = Exists(Feedback.objects.filter(assignment__item=OuterRef("item"), is_shown=True))
    return places.filter(decided | shown | Q(item__state=Item.State.ADJUDICATED) | Q(item__known_gold__isnull=False))


def _changed(held: ReconciliationRound, places: QuerySet[RoundItem]) -> QuerySet[RoundItem]:
    readings = RoundReading.objects.filter(round_item=OuterRef("pk"))
    reopened = readings.exclude(assignment__state=Assignment.State.SUBMITTED)
    # Closing itself submitted some, just after the moment that it is recorded with.
    by_closing = RoundReading.objects.filter(round_item__round=held).values("after")
    newer = Submission.objects.filter(assignment__item=OuterRef("item"), created_at__gt=held.closed_at)
    newer = newer.exclude(pk__in=by_closing.filter(after__isnull=False))
    return places.filter(~Q(item__state=Item.State.ANNOTATED) | Exists(reopened) | Exists(newer))
