"""Rows that belong to each part of an evaluation, the jobs that worked on it, and the releases that hold it."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from django.db.models import Q, QuerySet
from django.urls import reverse

from annotation_site.assignments.models import Assignment, Item
from annotation_site.jobs.models import Job, JobQuerySet
from evaluation.adjudication.models import JudgementAdjudication
from evaluation.aligner_scores.models import Output, Score, System
from evaluation.alignments.models import WordAlignment
from evaluation.correlation.models import Correlation, HumanStudy
from evaluation.judging.models import JudgingRound, OutputJudgement
from evaluation.releases.queries.evaluation import find_releases
from evaluation.test_sets.models import Expression, Segment, TestSet
from evaluation.translations.models import SegmentValues, Translation, TranslationScore

SHOWN = {
    Segment: "segments",
    Expression: "marked expressions",
    Translation: "translations",
    WordAlignment: "alignments",
    TranslationScore: "scores",
    Output: "aligner outputs",
    Score: "scores of aligners",
    JudgingRound: "judging rounds",
    Assignment: "assignments",
    OutputJudgement: "judgements",
    JudgementAdjudication: "adjudicated items",
    HumanStudy: "studies",
    Correlation: "correlations",
}


def rows_of(model: Any, keys: Iterable[int]) -> list[QuerySet[Any]]:
    """Return rows by key, listed now: those that lead to them may go before them. Nothing for no keys."""
    listed = list(keys)
    return [model._base_manager.filter(pk__in=listed)] if listed else []


def roots_of_test_set(test_set: TestSet) -> list[QuerySet[Any]]:
    """Return the test set and the items of its judging rounds."""
    items = Item.versions.filter(judgement_task__judging_round__test_set=test_set).values_list("pk", flat=True)
    return rows_of(TestSet, [test_set.pk]) + rows_of(Item, items)


def roots_of_round(judging_round: JudgingRound) -> list[QuerySet[Any]]:
    """Return the judging round and its items."""
    items = Item.versions.filter(judgement_task__judging_round=judging_round).values_list("pk", flat=True)
    return rows_of(JudgingRound, [judging_round.pk]) + rows_of(Item, items)


def roots_of_score(score: TranslationScore) -> list[QuerySet[Any]]:
    """Return the score and the values of its segments."""
    values = SegmentValues.objects.filter(translation=score.translation_id, measure=score.measure, key=score.key)
    return rows_of(TranslationScore, [score.pk]) + rows_of(SegmentValues, values.values_list("pk", flat=True))


def jobs_of(project: int, test_sets: Collection[int]) -> JobQuerySet:
    """Return the jobs that made the test sets or worked on them."""
    made = Q(pk__in=TestSet.objects.filter(pk__in=test_sets).values("job"))
    jobs: JobQuerySet = Job.objects.filter(made | Q(parameters__test_set__in=list(test_sets)), project=project)
    return jobs


def releases_of_translation(translation: Translation) -> list[int]:
    """Return the numbers of releases with these very translations."""
    name = translation.system.name
    return [
        release.number
        for release in find_releases(translation.test_set)
        if release.manifest["systems"].get(name, {}).get("sha256") == translation.sha256
    ]


def releases_of_system(system: System) -> list[int]:
    """Return the numbers of releases with any translations of the system."""
    return sorted(
        {number for translation in system.translations.all() for number in releases_of_translation(translation)}
    )


def releases_of_round(judging_round: JudgingRound) -> list[int]:
    """Return the numbers of releases with the judging round."""
    numbers = []
    for release in find_releases(judging_round.test_set):
        released_rounds = {judging["number"] for judging in release.manifest["judging"]}
        if judging_round.number in released_rounds:
            numbers.append(release.number)
    return numbers


def address_of_test_set(test_set: TestSet) -> str:
    return reverse("evaluation:test_set", args=[test_set.project.slug, test_set.pk])
