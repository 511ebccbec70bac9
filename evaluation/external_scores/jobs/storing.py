"""Storing scores of segments that no measure of the site computed."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any

from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought
from annotation_site.jobs.running import JobRun
from annotation_site.web.exceptions import DomainError
from evaluation.external_scores.formats import SystemScores
from evaluation.measures.breakdowns import break_down
from evaluation.measures.jobs.chunks import CHUNK
from evaluation.measures.jobs.facts import read_facts
from evaluation.measures.kinds.external import ExternalMeasure, external_name
from evaluation.measures.sums import STANDARD, summarise
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import SegmentValues, Translation, TranslationScore


def find_scores(imported: Job) -> Brought:
    """Return the scores of an import: of each system, and by segment."""
    scores = TranslationScore.objects.filter(job=imported)
    of = list(scores.values_list("translation", "measure"))
    values = SegmentValues.objects.filter(
        translation__in={translation for translation, _ in of}, measure__in={measure for _, measure in of}
    )
    return Brought({"scores": scores, "parts with scores of segments": values})


def store_scores(
    run: JobRun,
    test_set: TestSet,
    measure: ExternalMeasure,
    scores_by_system: Mapping[str, SystemScores],
    signed: Mapping[str, object],
    left_out: str = "",
) -> None:
    """Store the scores of systems by their names, or none, with figures, intervals and groups; end the job with what
    was `left_out`. `signed` says in the signature where they come from.
    """
    translations = {
        translation.system.name: translation for translation in test_set.translations.select_related("system")
    }
    facts, _ = read_facts(test_set)
    labels = []
    for segment in facts:
        labels.append([expression.label for expression in segment.expressions])
    key = hashlib.sha256(measure.name.encode()).hexdigest()
    shared = {**STANDARD.signed, **signed, "testset": test_set.sha256[:12]}
    scores, chunks = [], []
    for position, (name, scores_of_system) in enumerate(scores_by_system.items()):
        run.report(position, len(scores_by_system))
        translation = translations[name]
        where = {"translation": translation, "measure": measure.name, "key": key}
        values = _list_values(scores_of_system)
        sums = measure.start()
        sums.add(labels[: len(values)], values)
        result, resampled = _of_whole(scores_of_system), {}
        if values:
            summary, groups = summarise(measure, sums), break_down(measure, facts, values)
            result = {**summary.to_json(), "groups": groups.rows}
            resampled = {"resampled": summary.resampled, "groups_resampled": groups.resampled}
        signed_fields = {"n": result["n"], **shared, "output": translation.sha256[:12]}
        signature = measure.write_signature(signed_fields, name=measure.name, version="", reference_counts=())
        scores.append(TranslationScore(**where, job=run.job, result=result, **resampled, signature=signature))
        for first in range(0, len(values), CHUNK):
            part = slice(first, first + CHUNK)
            chunks.append(
                SegmentValues(**where, first=first + 1, values=values[part], scores=scores_of_system.scores[part])
            )
    with run.completing() as told_result:
        run.hold_project()
        _require_new(test_set, measure, [score.translation for score in scores], has_segments=bool(chunks))
        SegmentValues.objects.bulk_create(chunks, batch_size=100)
        TranslationScore.objects.bulk_create(scores)
        text = f"{measure.title} of {', '.join(scores_by_system)}. {left_out}".rstrip()
        told_result |= {"test_set": test_set.pk, "systems": list(scores_by_system), "summary": text}


def _list_values(scores_of_system: SystemScores) -> list[Any]:
    """Return each segment's score, or its score with the errors found."""
    values: list[Any] = []
    for number, score in enumerate(scores_of_system.scores, 1):
        errors = scores_of_system.errors.get(number)
        if errors and score is not None:
            spans = [[error.start, error.end, error.severity, error.confidence] for error in errors]
            values.append({"score": score, "errors": spans})
        else:
            values.append(score)
    return values


def _of_whole(scores_of_system: SystemScores) -> dict[str, Any]:
    """Return the result of a system's figure without scores of segments."""
    figures = {"score": {"value": scores_of_system.figure, "interval": None}}
    return {"figures": figures, "reasons": {}, "n": 0, "left_out": 0, "rows": [], "groups": []}


def _require_new(
    test_set: TestSet, measure: ExternalMeasure, translations: Sequence[Translation], *, has_segments: bool
) -> None:
    turned = external_name(measure.title, lower_is_better=not measure.lower_is_better)
    if TranslationScore.objects.filter(translation__test_set=test_set, measure=turned).exists():
        better = "higher" if measure.lower_is_better else "lower"
        raise DomainError(f"{measure.title} already exists as a measure with {better} scores being better.")
    there = TranslationScore.objects.filter(translation__in=translations, measure=measure.name)
    if taken := there.select_related("translation__system").first():
        raise DomainError(
            f"“{taken.translation.system}” has scores of {measure.title} already; give these another name."
        )
    known = SegmentValues.objects.filter(translation__test_set=test_set, measure=measure.name)
    of_measure = TranslationScore.objects.filter(translation__test_set=test_set, measure=measure.name)
    if of_measure.exists() and known.exists() != has_segments:
        # Tables and comparisons go through the segments of all systems side by side.
        other = "scores of segments" if known.exists() else "figures of the whole"
        raise DomainError(f"{measure.title} has {other} of other systems; give these another name.")
