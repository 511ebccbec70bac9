"""Scores from counted chunks: one measure of one system each, stored together at the end of the job."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from django.conf import settings

from evaluation.measures.base import Measure
from evaluation.measures.breakdowns import break_down
from evaluation.measures.jobs.chunks import Counting
from evaluation.measures.jobs.keys import select_linguistic_annotations
from evaluation.measures.registry import name_measures
from evaluation.measures.sums import STANDARD, summarise
from evaluation.translations.models import MeasureTask, SegmentValues, Translation, TranslationScore


def has_score(translation: Translation, measure: str, key: str) -> bool:
    return TranslationScore.objects.filter(translation=translation, measure=measure, key=key).exists()


def read_values(translation: Translation, measure: str, key: str) -> Iterator[Any]:
    """Yield the stored value of each segment, in order."""
    chunks = SegmentValues.objects.filter(translation=translation, measure=measure, key=key).order_by("first")
    for values in chunks.values_list("values", flat=True).iterator():
        yield from values


def sum_up(counting: Counting, translation_id: int, name: str) -> dict[str, Any]:
    """Return the result, the resampled figures, of the whole and of groups, and the signature of a score."""
    measure, translation = counting.find_measure(name), counting.find_translation(translation_id)
    facts, reference_counts = counting.facts
    counting.require_same_expressions()
    labels = []
    for segment in facts:
        labels.append([expression.label for expression in segment.expressions])
    values = list(read_values(translation, name, counting.keys[name]))
    sums = measure.start()
    sums.add(labels, values)
    summary = summarise(measure, sums)
    signed_fields = {**measure.signed, "n": summary.n, **STANDARD.signed, **_sign(counting, translation, measure)}
    signature = measure.write_signature(
        signed_fields, name=name, version=settings.VERSION, reference_counts=reference_counts
    )
    groups = break_down(measure, facts, values)
    result = {**summary.to_json(), "groups": groups.rows}
    resampled = {"resampled": summary.resampled, "groups_resampled": groups.resampled}
    return {"result": result, **resampled, "signature": signature}


def _sign(counting: Counting, translation: Translation, measure: Measure[Any]) -> dict[str, object]:
    signed = _sign_links(counting, translation, measure)
    signed |= measure.sign(counting.given, counting.prepare(measure))
    signed |= _sign_words(counting, translation, measure)
    return signed | {"testset": counting.test_set.sha256[:12], "output": translation.sha256[:12]}


def _sign_links(counting: Counting, translation: Translation, measure: Measure[Any]) -> dict[str, object]:
    signed: dict[str, object] = {}
    if "output" in measure.aligned:
        signed["links"] = counting.alignments[translation.pk].sha256[:12]
    if "reference" in measure.aligned:
        reference = counting.alignments.get(None)
        signed["reference"] = f"links-{reference.sha256[:12]}" if reference else "spans"
    return signed


def _sign_words(counting: Counting, translation: Translation, measure: Measure[Any]) -> dict[str, object]:
    """Return the hashes of uploaded lemmas that the measure reads."""
    linguistic = counting.linguistic
    read = select_linguistic_annotations(
        counting.parameters.get("linguistic_annotations", {}), measure.word_sides(counting.options)
    )
    source: dict[str, object] = {"source_conllu": linguistic.name_source()} if "source" in read else {}
    if "references" not in read:
        return source
    names = linguistic.name_references(), linguistic.name_translation(translation)
    return {**source, "reference_conllu": names[0], "output_conllu": names[1]}


def store_scores(counting: Counting) -> dict[str, Any]:
    """Store all scores of the job and return its result. Call it in the job's last transaction."""
    tasks = MeasureTask.objects.filter(job=counting.job)
    scores = [
        TranslationScore(
            translation_id=task.translation_id,
            measure=task.measure,
            key=counting.keys[task.measure],
            options=counting.find_measure(task.measure).of_options(counting.options),
            job=counting.job,
            **(task.result or {}),
        )
        for task in tasks.filter(stage=MeasureTask.Stage.SUM).order_by("pk").iterator(chunk_size=100)
    ]
    # A concurrent job may have stored some of them meanwhile; they are equal.
    TranslationScore.objects.bulk_create(scores, ignore_conflicts=True)
    tasks.delete()
    measures, systems = len(counting.keys), len(counting.translations)
    summary = f"{measures} measure{'s' if measures != 1 else ''}"
    summary += f" of {systems} system{'s' if systems != 1 else ''}."
    skipped = sum(len(measure.list_skipped(counting.prepare(measure))) for measure in counting.measures)
    if skipped:
        summary += f" Lines of files that could not be used: {skipped:,}."
    unaligned = [
        str(translation.system) for translation in counting.translations if translation.pk not in counting.alignments
    ]
    if unaligned and any(measure.aligned for measure in counting.measures):
        summary += f" Not measured with aligned words because of missing alignments: {', '.join(unaligned)}."
    summary += describe_left_out(counting.parameters.get("left_out", {}))
    return {"test_set": counting.test_set.pk, "scores": len(scores), "skipped": skipped, "summary": summary}


def describe_left_out(reasons: Mapping[str, str]) -> str:
    """Return a sentence for each reason why measures were not computed, with a space before it."""
    by_reason: dict[str, list[str]] = {}
    for name, reason in reasons.items():
        by_reason.setdefault(reason, []).append(name)
    sentences = [f" {name_measures(names)}: not measured. {reason}" for reason, names in by_reason.items()]
    return "".join(sentences)
