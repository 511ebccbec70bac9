"""Randomisation test and changes of expressions between two systems: computed at once for few segments, else by a job.

Results follow from stored values, so they are kept: those of small test sets in the cache for a day, those of large
ones as the job's result.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, islice
from operator import itemgetter
from typing import Any

from django.core.cache import caches

from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.web.exceptions import DomainError
from evaluation.comparisons.queries import find_pair_scores
from evaluation.measures.pairs.label_changes import LabelIntervals, list_changes
from evaluation.measures.pairs.randomisation import Randomisation
from evaluation.measures.registry import find_measure
from evaluation.measures.sums import STANDARD
from evaluation.projects.job_names import COMPARISON_JOB
from evaluation.test_sets.models import Expression, TestSet
from evaluation.test_sets.queries import have_older_expressions
from evaluation.translations.models import SegmentValues, Translation, TranslationScore

# More segments would keep the page waiting: 100,000 take 2 to 10 seconds of one core.
AT_ONCE = 10_000
KEPT_SECONDS = 24 * 60 * 60
# Number of labels with the largest gains, and of those with the largest losses.
LABELS_SHOWN = 10
# Increase it when the shape of a result changes: it is part of the key.
SHAPE = 2
Result = dict[str, Any]


@dataclass(frozen=True, slots=True)
class PairQuestion:
    """Two systems by one measure, with the scores of its newest run."""

    test_set: TestSet
    measure: str
    first: TranslationScore
    second: TranslationScore

    @classmethod
    def of(cls, test_set: TestSet, measure: str, pair: Sequence[Translation]) -> PairQuestion | None:
        """Return the question, or None unless both systems are measured in the newest run."""
        scores = find_pair_scores(test_set, measure, pair)
        return cls(test_set, measure, *scores) if scores else None

    @property
    def is_small(self) -> bool:
        """True if the comparison can be computed within a request."""
        return self.test_set.segment_count <= AT_ONCE

    @property
    def key(self) -> str:
        """Hash of scores and marked expressions: the cache key, and the job's idempotency key."""
        compared = [SHAPE, self.first.pk, self.second.pk, self.test_set.expressions_sha256]
        return hashlib.sha256(json.dumps(compared).encode()).hexdigest()

    def to_json(self) -> dict[str, Any]:
        """Return the parameters of the job."""
        pair = [self.first.translation_id, self.second.translation_id]
        return {"test_set": self.test_set.pk, "measure": self.measure, "pair": pair}


def find_comparison(question: PairQuestion) -> Result | None:
    """Return the result, computed now if the test set is small; None if it is large and no job has succeeded."""
    if not question.is_small:
        job = find_comparison_job(question)
        return job.result if job and job.state == Job.State.SUCCEEDED else None
    key = f"comparison-{question.key}"
    result: Result | None = caches["figures"].get(key)
    if result is None:
        result = _compute(question)
        caches["figures"].set(key, result, KEPT_SECONDS)
    return result


def find_comparison_job(question: PairQuestion) -> Job | None:
    """Return the job that computes the comparison, in whatever state it is."""
    jobs = Job.objects.filter(project=question.test_set.project_id, kind=COMPARISON_JOB)
    return jobs.filter(idempotency_key=question.key).first()


@job(
    "comparison",
    "Comparison of two systems",
    result=ResultPage("evaluation:comparison_of_job", "Show comparison", by="job"),
    needs_manager=False,
)
def compare_in_job(run: JobRun) -> None:
    """Compute the comparison; refuse if the measure was computed again since the request."""
    parameters = run.parameters
    test_set = TestSet.objects.of_job(run.job)
    translations = {
        translation.pk: translation
        for translation in Translation.objects.filter(test_set=test_set, pk__in=parameters["pair"])
    }
    question = PairQuestion.of(test_set, parameters["measure"], [translations[pk] for pk in parameters["pair"]])
    if question is None or question.key != run.job.idempotency_key:
        raise DomainError("The measure was recomputed after this request. Compare again.")
    result = _compute(question, run)
    with run.completing() as result_json:
        result_json |= {**parameters, **result}


def _compute(question: PairQuestion, run: JobRun | None = None) -> Result:
    scores = (question.first, question.second)
    measure = find_measure(question.measure).with_options(question.first.options, question.test_set.target_language)
    has_labels = measure.by_expression and not have_older_expressions(question.test_set, scores)
    changes = list_changes(*(score.result["rows"] for score in scores)) if measure.by_expression else []
    risen = [change for change in changes if change.difference > 0]
    fallen = [change for change in changes if change.difference < 0]
    changes = risen[:LABELS_SHOWN] + fallen[-LABELS_SHOWN:]
    counts = {row["label"]: row["n"] for row in question.first.result["rows"]} if has_labels else {}
    trials = Randomisation(measure.randomised(counts), resamples=STANDARD.resamples, seed=STANDARD.seed)
    intervals = LabelIntervals(measure, [change.label for change in changes])
    all_labels = _iterate_labels(question.test_set)
    for number, first, second in _iterate_chunks(question):
        labels = list(islice(all_labels, len(first))) if has_labels else [[]] * len(first)
        trials.add(number, labels, first, second)
        if has_labels:
            intervals.add(number, labels, first, second)
        if run is not None:
            run.report(number + len(first) - 1, question.test_set.segment_count)
    ends = intervals.find(resamples=STANDARD.resamples, seed=STANDARD.seed)
    return {
        "p": {name: test.p for name, test in trials.compare().items()},
        "resamples": STANDARD.resamples,
        "seed": STANDARD.seed,
        "changes": [
            {
                "label": change.label,
                "n": change.n,
                "first": change.first,
                "second": change.second,
                "difference": change.difference,
                "interval": ends[change.label],
            }
            for change in changes
        ],
    }


def _iterate_chunks(question: PairQuestion) -> Iterator[tuple[int, list[Any], list[Any]]]:
    """Yield the number of each chunk's first segment and both systems' values, four chunks in memory at a time."""
    streams = []
    for score in (question.first, question.second):
        chunks = SegmentValues.objects.filter(translation=score.translation_id, measure=question.measure, key=score.key)
        streams.append(chunks.order_by("first").values_list("first", "values").iterator(chunk_size=4))
    for (number, first), (_, second) in zip(*streams, strict=True):
        yield number, first, second


def _iterate_labels(test_set: TestSet) -> Iterator[list[str]]:
    """Yield the labels of each segment's expressions, in their order."""
    expressions = Expression.objects.filter(segment__test_set=test_set).order_by("segment__number", "position")
    rows = expressions.values_list("segment__number", "label").iterator(chunk_size=2000)
    before = 0
    for number, group in groupby(rows, key=itemgetter(0)):
        yield from ([] for _ in range(before + 1, number))
        yield [label for _, label in group]
        before = number
    yield from ([] for _ in range(before, test_set.segment_count))
