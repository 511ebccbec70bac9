"""Counts of each annotator's work, updated per reading as readings and decisions come in, and their sums by week."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from datetime import UTC

from alignment.agreement.models import ItemAgreement
from alignment.agreement.queries.running_sums import upsert_sums
from alignment.annotator_quality.models import AnnotatorQualityCounts, AnnotatorQualityTotal, Part
from alignment.coefficients.agr import COUNT_NAMES, count_pair
from alignment.readings.links import Reading
from alignment.readings.queries.submissions import latest_submissions
from alignment.releases.queries.pairs import read_golds
from alignment.training.models import KnownGold
from annotation_site.assignments.models import Assignment, Item, Submission

COUNTED = ("pairs", "words", "timed_words", "timed_pairs", "seconds", *COUNT_NAMES)
Key = tuple[int, str, int]
BATCH = 2_000


def refresh_annotator_quality(items: Sequence[Item]) -> None:
    """Recount the readings of items, and of settled ones against gold. Call it last in the transaction: its sums are
    written in the order of their keys.
    """
    golds = read_golds(_settled(items))
    new: list[AnnotatorQualityCounts] = []
    for submission in latest_submissions(items).select_related("assignment__item__sentence_pair"):
        own = Reading.from_json(submission.reading)
        new.append(_count(submission, Part.READINGS, own, Reading()))
        if (gold := golds.get(submission.assignment.item_id)) is not None:
            new.append(_count(submission, Part.GOLD, own, gold))
    of_work = AnnotatorQualityCounts.objects.filter(
        assignment__item__in=items, assignment__purpose=Assignment.Purpose.WORK
    )
    _replace(list(of_work), new)


def refresh_check(assignment: Assignment) -> None:
    """Recount a silent check: its habits with those of other work, and its agreement with the known gold.

    What is compared with gold is the first submission, so that a check that was recognised cannot be answered again.
    """
    old = list(AnnotatorQualityCounts.objects.filter(assignment=assignment))
    submissions = list(assignment.submissions.order_by("number"))
    for submission in submissions:
        submission.assignment = assignment
    new: list[AnnotatorQualityCounts] = []
    if assignment.state == Assignment.State.SUBMITTED:
        new.append(_count(submissions[-1], Part.READINGS, Reading.from_json(submissions[-1].reading), Reading()))
    known = KnownGold.objects.filter(item=assignment.item_id).first()
    if known is not None and submissions:
        first = Reading.from_json(submissions[0].reading)
        new.append(_count(submissions[0], Part.CHECK, first, Reading.from_json(known.reading)))
    _replace(old, new)


def _settled(items: Sequence[Item]) -> list[Item]:
    """Return items with two readings or more on which nothing is left to decide."""
    agreement = ItemAgreement.objects.filter(item__in=items, is_ready=True, undecided_count=0, raters__gte=2)
    settled = set(agreement.values_list("item_id", flat=True))
    return [item for item in items if item.pk in settled]


def _count(submission: Submission, part: Part, own: Reading, gold: Reading) -> AnnotatorQualityCounts:
    assignment = submission.assignment
    pair = assignment.item.sentence_pair
    words = len(pair.source_tokens) + len(pair.target_tokens)
    day = submission.created_at.astimezone(UTC).date()
    is_timed = assignment.active_at is not None
    return AnnotatorQualityCounts(
        assignment=assignment,
        annotator_id=assignment.annotator_id,
        part=part,
        week=day.toordinal() - day.weekday(),
        words=words,
        timed_words=words if is_timed else 0,
        timed_pairs=int(is_timed),
        seconds=round(assignment.active_seconds) if is_timed else 0,
        **asdict(count_pair(own, gold)),
    )


def _replace(old: list[AnnotatorQualityCounts], new: list[AnnotatorQualityCounts]) -> None:
    if old:
        AnnotatorQualityCounts.objects.filter(pk__in=[row.pk for row in old]).delete()
    AnnotatorQualityCounts.objects.bulk_create(new, batch_size=BATCH)
    deltas: defaultdict[Key, list[int]] = defaultdict(lambda: [0] * len(COUNTED))
    for rows, sign in ((old, -1), (new, 1)):
        for row in rows:
            sums = deltas[row.annotator_id, str(row.part), row.week]
            for place, value in enumerate(_values(row)):
                sums[place] += sign * value
    changed = {key: sums for key, sums in deltas.items() if any(sums)}
    upsert_sums(AnnotatorQualityTotal, ("annotator", "part", "week"), COUNTED, changed)


def _values(row: AnnotatorQualityCounts) -> Iterable[int]:
    yield 1
    yield from (getattr(row, name) for name in COUNTED[1:])
