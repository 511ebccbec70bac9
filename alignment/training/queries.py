"""Newcomers' progress through the training set, and their readings compared with its gold."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Q, QuerySet

from alignment.coefficients.agr import PairCounts, agr, count_pair
from alignment.feedback.queries.comparison import describe_difference, describe_same, read_sentences
from alignment.readings.gold_comparison import compare_with_gold
from alignment.readings.links import Reading
from alignment.training.models import KnownGold, TrainingReading, TrainingRun
from annotation_site.assignments.models import Assignment, Item
from annotation_site.coefficients.figure import Figure
from annotation_site.projects.models import Membership, Project

State = TrainingRun.State


@dataclass(frozen=True, slots=True)
class TrainingStatus:
    """The training that an annotator must pass before the real pairs; `is_required` is false once the set is passed."""

    is_required: bool
    runs: tuple[TrainingRun, ...]
    done: int
    total: int
    attempts: int
    threshold: int

    @property
    def current(self) -> TrainingRun | None:
        """The attempt that is underway."""
        return next((run for run in self.runs if run.state == State.UNDERWAY), None)

    @property
    def is_passed(self) -> bool:
        return any(run.state == State.PASSED for run in self.runs)

    @property
    def attempts_left(self) -> int:
        return max(self.attempts - len(self.runs), 0)

    @property
    def may_try_again(self) -> bool:
        """Return whether another attempt can follow one that was not passed; the first begins with the first pair."""
        return self.is_required and bool(self.runs) and self.current is None and self.attempts_left > 0

    @property
    def is_used_up(self) -> bool:
        return self.is_required and bool(self.runs) and self.current is None and not self.attempts_left


def read_status(annotator: Membership) -> TrainingStatus:
    """Return one annotator's status. Annotators who had real pairs before a set was made need not pass it."""
    runs = tuple(annotator.training_runs.order_by("number"))
    settings = annotator.project.alignment
    is_passed = any(run.state == State.PASSED for run in runs)
    is_required = (
        not is_passed
        and KnownGold.objects.for_training().filter(project=annotator.project_id).exists()
        and not annotator.assignments.work().exists()
    )
    current = next((run for run in runs if run.state == State.UNDERWAY), None)
    readings = TrainingReading.objects.filter(run=current) if current else TrainingReading.objects.none()
    return TrainingStatus(
        is_required=is_required or current is not None,
        runs=runs,
        done=readings.filter(submission__isnull=False).count(),
        total=readings.count(),
        attempts=settings.training_attempts,
        threshold=settings.training_threshold,
    )


def with_training(annotators: QuerySet[Membership]) -> QuerySet[Membership]:
    """Annotate `may_need_training`, whether there is a set or an attempt underway, as in few projects, and `is_barred`,
    whether the attempts at it are used up without passing it (`is_used_up`).
    """
    known = Exists(KnownGold.objects.for_training().filter(project=OuterRef("project")))
    runs = TrainingRun.objects.filter(annotator=OuterRef("pk"))
    work = Assignment.objects.work().filter(annotator=OuterRef("pk"))
    tried = runs.order_by().values("annotator").annotate(attempts=Count("pk"))
    used_up = tried.filter(attempts__gte=OuterRef("project__alignment__training_attempts"))
    is_done = Exists(runs.filter(state__in=[State.PASSED, State.UNDERWAY]))
    return annotators.annotate(
        may_need_training=known | Exists(runs.filter(state=State.UNDERWAY)),
        is_barred=known & Exists(used_up) & ~is_done & ~Exists(work),
    )


def count_agreement(readings: Iterable[TrainingReading]) -> PairCounts:
    """Return summed counts of submitted readings and gold; gold is the second annotator."""
    total = PairCounts()
    for reading in readings:
        if reading.submission is not None:
            total += count_pair(Reading.from_json(reading.submission.reading), Reading.from_json(reading.gold))
    return total


def measure(readings: Iterable[TrainingReading]) -> Figure:
    """Return AGR with gold on links with their label, over all of them together; 1 if neither has any link."""
    counts = count_agreement(readings)
    return agr(counts, "both") if counts.first_any + counts.second_any else Figure(1.0)


def list_readings(run: TrainingRun) -> list[dict[str, Any]]:
    """Return the pairs of an attempt with their agreement with gold."""
    readings = run.readings.select_related("item__sentence_pair", "submission").order_by("item__number")
    return [
        {
            "reading": reading,
            "agr": measure([reading]) if reading.submission else None,
            "assignment": reading.assignment_id,
        }
        for reading in readings
    ]


def read_comparison(reading: TrainingReading) -> dict[str, Any]:
    """Return data for the page of one training pair after submission."""
    item = reading.item
    assert reading.submission is not None
    compared = compare_with_gold(Reading.from_json(reading.submission.reading), Reading.from_json(reading.gold))
    differing = [link for link in compared if link.differs]
    return {
        "rows": [describe_difference(item.sentence_pair, link) for link in differing],
        "same": describe_same(item.sentence_pair, compared),
        "agr": measure([reading]),
        **read_sentences(item, [link.cell for link in differing]),
    }


def find_submitted(assignment: Assignment) -> TrainingReading | None:
    """Return the latest attempt's submitted reading of a training pair."""
    reading: TrainingReading | None = (
        assignment.training_readings.filter(submission__isnull=False)
        .select_related("run", "submission", "item__sentence_pair", "item__project__alignment")
        .order_by("-run__number")
        .first()
    )
    return reading


def list_known_gold(project: Project) -> QuerySet[KnownGold]:
    """Return pairs with known gold, in the project's order."""
    return project.known_gold.select_related("item__sentence_pair").order_by("item__number")


def name_state(item: Item) -> str:
    """Return the state of a pair in words: one that is no work because its gold is known says for what it is used.

    Fetch `known_gold` with the item.
    """
    known: KnownGold | None = getattr(item, "known_gold", None)
    if item.state == Item.State.WITHDRAWN and known is not None:
        return known.get_use_display()
    is_waiting = item.state == Item.State.OPEN and not item.assigned_count
    return "Waiting" if is_waiting else item.get_state_display()


def list_newcomers(project: Project) -> QuerySet[Membership]:
    """Return annotators who tried the training set, with the progress of their attempts."""
    annotators: QuerySet[Membership] = (
        project.memberships.active()
        .annotators()
        .filter(training_runs__isnull=False)
        .annotate(
            attempts=Count("training_runs", distinct=True),
            passed=Count("training_runs", filter=Q(training_runs__state=State.PASSED), distinct=True),
            underway=Count("training_runs", filter=Q(training_runs__state=State.UNDERWAY), distinct=True),
        )
        .select_related("user")
        .prefetch_related("training_runs")
        .order_by("joined_at", "pk")
    )
    return annotators


def last_agr(annotator: Membership) -> float | None:
    """Return AGR of the newest finished attempt, of a membership from `list_newcomers`."""
    finished = [run for run in annotator.training_runs.all() if run.agr is not None]
    return max(finished, key=lambda run: run.number).agr if finished else None


def ordered_left(run: TrainingRun) -> QuerySet[TrainingReading]:
    """Return pairs of an attempt that are not submitted; skipped ones come last."""
    left = run.readings.filter(submission__isnull=True).select_related("item__sentence_pair")
    skipped = Q(assignment__state=Assignment.State.SKIPPED)
    return left.annotate(is_skipped=Count("pk", filter=skipped)).order_by("is_skipped", F("item__number"))
