"""Quality of annotators: the same few queries for one annotator or for hundreds, and rows for files and API."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, Sum

from annotation_site.annotator_quality.columns import Flag
from annotation_site.assignments.models import Assignment, AssignmentQuerySet, Submission
from annotation_site.exclusions.models import Exclusion
from annotation_site.projects.models import Membership, Project
from idiomaticity.ratings.models import OF_COMPOUND, Paraphrase, Rating
from idiomaticity.ratings.scores import order_by_rho
from idiomaticity.scales.judgements import LOWEST, SCALES
from idiomaticity.screening.annotator_quality import GivenRating, Habits, Limits, find_flags, measure_habits
from idiomaticity.screening.answers import meets
from idiomaticity.screening.queries.repeats import read_repeats
from idiomaticity.screening.repeat_consistency import NO_REPEATS

SHARED_SHOWN = 50
# Beyond that many ratings the page lists annotators by joining, not by ρ, for which all must be read.
SORTED_UP_TO = 50_000
Sums = dict[int, tuple[tuple[int, int], ...]]


@dataclass(frozen=True, slots=True)
class AnnotatorQuality:
    """One annotator with the figures of their ratings, the flags, and the exclusion in force."""

    annotator: Membership
    habits: Habits
    flags: tuple[Flag, ...]
    exclusion: Exclusion | None
    # Of the last estimate, read where criteria for exclusion ask for it.
    competence: float | None = None
    # To annotators themselves, attention items are ratings as all others.
    is_own: bool = False

    @property
    def rating_count(self) -> int:
        """Return the number of ratings, without attention items; with them where an annotator looks at themselves."""
        return int(self.annotator.submitted_count) if self.is_own else self.habits.ratings


@dataclass(frozen=True, slots=True)
class SharedParaphrase:
    """A paraphrase that was given for many compounds."""

    form: str
    compounds: int
    annotators: int


def may_sort(project: Project) -> bool:
    """Return whether there are few enough ratings to compare all annotators within a request."""
    total = project.memberships.annotators().aggregate(n=Sum("submitted_count", default=0))["n"]
    return bool(total <= SORTED_UP_TO)


def read_annotator_qualities(
    project: Project,
    annotators: Sequence[Membership],
    limits: Limits,
    *,
    with_excluded: bool = False,
    viewer: int | None = None,
) -> list[AnnotatorQuality]:
    """Return qualities in the order given, against everybody who counts; excluded annotators only if requested. The
    `viewer` is the user who looks.
    """
    excluded = set(Exclusion.objects.active(project).values_list("membership", flat=True))
    standing = {
        exclusion.membership_id: exclusion
        for exclusion in Exclusion.objects.active(project).filter(membership__in=annotators).select_related("by")
    }
    sums = _sum_scores(project, annotators, with_excluded=with_excluded)
    given: defaultdict[int, list[GivenRating]] = defaultdict(list)
    rows = Rating.objects.submitted(project).filter(assignment__annotator__in=annotators)
    named = ("assignment__annotator", "assignment__item", "assignment__active_seconds", *SCALES)
    for annotator, item, seconds, *scores in rows.order_by("assignment__submitted_at", "pk").values_list(*named):
        counts = with_excluded or annotator not in excluded
        given[annotator].append(
            GivenRating(tuple(scores), _without_own(sums.get(item), scores, counts=counts), seconds)
        )
    paraphrases, checks = _find_paraphrases(project, annotators), read_checks(project, annotators)
    check_seconds, repeats = _time_checks(project, annotators), read_repeats(project, annotators)
    qualities = []
    for annotator in annotators:
        passed, failed = checks.get(annotator.pk, (0, 0))
        same = paraphrases.get(annotator.pk, ("", 0))
        habits = measure_habits(
            given.get(annotator.pk, []),
            same_paraphrase=same,
            passed=passed,
            failed=failed,
            check_seconds=check_seconds.get(annotator.pk, ()),
            repeats=repeats.get(annotator.pk, NO_REPEATS),
        )
        flags = tuple(find_flags(habits, limits))
        qualities.append(
            AnnotatorQuality(annotator, habits, flags, standing.get(annotator.pk), is_own=annotator.user_id == viewer)
        )
    return qualities


def sort_worst_first(rows: Sequence[AnnotatorQuality]) -> list[AnnotatorQuality]:
    """Return rows by ascending ρ, those who always gave the same score before all others."""
    return sorted(
        rows, key=lambda row: (order_by_rho(row.habits.rho, is_constant=row.habits.is_constant), row.annotator.pk)
    )


def read_shared_paraphrases(project: Project, least: int, *, with_excluded: bool = False) -> list[SharedParaphrase]:
    """Return paraphrases given for at least `least` compounds, most widespread first."""
    given = Paraphrase.objects.counted(project, with_excluded=with_excluded).values("normalised").order_by()
    counted = given.annotate(
        compounds=Count(OF_COMPOUND, distinct=True), annotators=Count("assignment__annotator", distinct=True)
    )
    found = counted.filter(compounds__gte=least).order_by("-compounds", "normalised")[:SHARED_SHOWN]
    return [SharedParaphrase(row["normalised"], row["compounds"], row["annotators"]) for row in found]


def _sum_scores(project: Project, annotators: Sequence[Membership], *, with_excluded: bool) -> Sums:
    """Return item → (sum, number) of the scores on each scale, of the items that these annotators rated."""
    items = Assignment.objects.filter(annotator__in=annotators).values("item")
    rows = Rating.objects.counted(project, with_excluded=with_excluded).filter(assignment__item__in=items)
    sums: dict[str, Any] = {}
    for scale in SCALES:
        is_score = Q(**{f"{scale}__gte": LOWEST})
        sums[f"{scale}_sum"] = Sum(scale, filter=is_score, default=0)
        sums[f"{scale}_count"] = Count(scale, filter=is_score)
    grouped = rows.order_by().values("assignment__item").annotate(**sums)
    return {
        row["assignment__item"]: tuple((row[f"{scale}_sum"], row[f"{scale}_count"]) for scale in SCALES)
        for row in grouped
    }


def _without_own(
    sums: tuple[tuple[int, int], ...] | None, scores: Sequence[int | None], *, counts: bool
) -> tuple[tuple[int, int], ...]:
    if sums is None:
        return ((0, 0),) * len(scores)
    if not counts:
        return sums
    return tuple(
        (total - score, number - 1) if score is not None and score >= LOWEST else (total, number)
        for (total, number), score in zip(sums, scores, strict=True)
    )


def _find_paraphrases(project: Project, annotators: Sequence[Membership]) -> dict[int, tuple[str, int]]:
    """Return annotator → the paraphrase they gave for most compounds, at least two, with their number."""
    given = Paraphrase.objects.submitted(project).filter(assignment__annotator__in=annotators)
    counted = given.values("assignment__annotator", "normalised").annotate(n=Count(OF_COMPOUND, distinct=True))
    found: dict[int, tuple[str, int]] = {}
    for row in counted.filter(n__gte=2).order_by("-n", "normalised"):
        found.setdefault(row["assignment__annotator"], (row["normalised"], row["n"]))
    return found


def read_checks(project: Project, annotators: Sequence[Membership]) -> dict[int, tuple[int, int]]:
    """Return annotator → attention items passed and failed, by their first submission: one that was recognised cannot
    be answered again.
    """
    first = Submission.objects.filter(number=1, assignment__in=_checks(project, annotators))
    counts: defaultdict[int, list[int]] = defaultdict(lambda: [0, 0])
    named = ("assignment__annotator", "assignment__item__known_rating__expected", "reading")
    for annotator, expected, reading in first.filter(assignment__item__known_rating__isnull=False).values_list(*named):
        counts[annotator][not meets(expected, {scale: reading[scale] for scale in SCALES})] += 1
    return {annotator: (passed, failed) for annotator, (passed, failed) in counts.items()}


def _time_checks(project: Project, annotators: Sequence[Membership]) -> dict[int, list[float]]:
    """Return annotator → active seconds of submitted attention items: without them, the median of one's own ratings
    would tell which these are.
    """
    found: defaultdict[int, list[float]] = defaultdict(list)
    for annotator, seconds in _checks(project, annotators).submitted().values_list("annotator", "active_seconds"):
        found[annotator].append(seconds)
    return found


def _checks(project: Project, annotators: Sequence[Membership]) -> AssignmentQuerySet:
    checks: AssignmentQuerySet = Assignment.objects.filter(
        annotator__in=annotators, item__project=project, purpose=Assignment.Purpose.CHECK
    )
    return checks
