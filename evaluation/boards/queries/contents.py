"""Contents of a test set: what has been added to it, and what people and measures made of it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from annotation_site.jobs.models import Job
from evaluation.judging.models import JudgingRound
from evaluation.judging.queries.judging import count_judgements
from evaluation.test_sets.models import TestSet


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a test set: how many there are, of how many where that is known, and the page that adds to it."""

    name: str
    count: int
    of: int | None = None
    note: str = ""
    route: str = ""
    action: str = ""


def describe_contents(test_set: TestSet, scores: Iterable[Any]) -> list[Part]:
    """Return the parts of the test set in the order in which they are added; `scores` are those of its board."""
    missing = list(test_set.translations.values_list("missing_count", flat=True))
    aligned = test_set.word_alignments.filter(translation__isnull=False).count()
    measured = {score.measure for score in scores}
    jobs = Job.objects.filter(pk__in={score.job_id for score in scores})
    read = jobs.values_list("parameters__uploads__dictionaries", flat=True)
    rounds = JudgingRound.objects.filter(test_set=test_set)
    judged, wanted = count_judgements(rounds)
    elsewhere = test_set.studies.count()
    study_note = ""
    if elsewhere:
        study_note = f"and {elsewhere} {'study' if elsewhere == 1 else 'studies'}"
    return [
        Part("Translations", missing.count(0), len(missing), "complete", "translations_new", "Add translations"),
        Part("Alignments", aligned, len(missing), "", "alignment_new", "Add alignment"),
        Part("Dictionaries", len({file for files in read for file in files or ()})),
        Part("Measures", len(measured), None, "", "external_scores_new", "Add scores"),
        Part("Judgements", judged, wanted, study_note, "judging_round_new", "Start judging round"),
        Part("Correlations", test_set.correlations.count(), None, "", "correlations", "Human correlation"),
    ]
