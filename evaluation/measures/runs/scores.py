"""From counted chunks to the score of one measure of one system, and storing those of a job together."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.conf import settings

from evaluation.measures.breakdowns import break_down
from evaluation.measures.counting import score_segments
from evaluation.measures.names import ALIGNED, APT, LITTER, TESLA, TESLA_COMPOUNDS
from evaluation.measures.options import find_word_sides
from evaluation.measures.runs.chunks import Counting
from evaluation.measures.runs.keys import select_annotations
from evaluation.measures.summaries import summarise
from evaluation.metrics.words import name_lemmatiser
from evaluation.translations.models import MeasureTask, SegmentValues, Translation, TranslationScore


def has_score(translation: Translation, measure: str, key: str) -> bool:
    return TranslationScore.objects.filter(translation=translation, measure=measure, key=key).exists()


def read_values(translation: Translation, measure: str, key: str) -> Iterator[Any]:
    """What was counted, segment by segment."""
    chunks = SegmentValues.objects.filter(translation=translation, measure=measure, key=key).order_by("first")
    for values in chunks.values_list("values", flat=True).iterator():
        yield from values


def sum_up(counting: Counting, translation_id: int, measure: str) -> dict[str, Any]:
    """Result, draws and signature of a score."""
    translation, test_set = counting.find_translation(translation_id), counting.test_set
    facts, reference_counts = counting.facts
    counting.require_same_marks()
    labels = [[each.label for each in segment.expressions] for segment in facts]
    values = list(read_values(translation, measure, counting.keys[measure]))
    signed = {**_sign_links(counting, translation, measure), **_sign(counting, measure)}
    signed |= _sign_words(counting, translation, measure)
    signed |= {"testset": test_set.sha256[:12], "output": translation.sha256[:12]}
    summary = summarise(measure, labels, values, settings.VERSION, signed, reference_counts)
    result = summary.to_json()
    result["groups"] = break_down(measure, facts, values, score_segments(measure, values))
    return {"result": result, "draws": summary.draws, "signature": summary.signature}


def _sign_links(counting: Counting, translation: Translation, measure: str) -> dict[str, object]:
    """Which alignments were followed."""
    if measure not in ALIGNED:
        return {}
    signed: dict[str, object] = {"links": counting.alignments[translation.pk].sha256[:12]}
    if measure == APT:
        reference = counting.alignments.get(None)
        signed["reference"] = f"links-{reference.sha256[:12]}" if reference else "spans"
    return signed


def _sign(counting: Counting, measure: str) -> dict[str, object]:
    """What the signature says of languages, options and files."""
    options, hashes, test_set = counting.options, counting.parameters["hashes"], counting.test_set
    if measure == LITTER:
        reverse = [f"-{each[:12]}" for each in hashes.get("reverse_dictionaries", [])]
        return {
            "languages": f"{test_set.source_language}-{test_set.target_language}",
            "lemmas": options.lemmas,
            **({} if options.lemmas == "none" else {"lemmatiser": name_lemmatiser()}),
            "stop_words": "+".join(each[:12] for each in hashes.get("stop_words", [])) or "no",
            "dictionaries": "+".join([each[:12] for each in hashes.get("dictionaries", [])] + reverse),
        }
    if measure not in (TESLA, TESLA_COMPOUNDS):
        return {}
    tesla = counting.read.resources.tesla
    assert tesla is not None
    signed: dict[str, object] = {
        "tokens": "conllu" if counting.annotated.is_whole else "moses",
        "language": test_set.target_language,
        "lemmas": "conllu" if counting.annotated.is_whole else name_lemmatiser(),
        "similarities": "+".join(tesla.options.similarities),
        "pos": "conllu" if counting.annotated.has_pos else tesla.maker.pos_source,
        "synsets": "wordnet-3.0" if tesla.maker.wordnet else "none",
    }
    if measure == TESLA_COMPOUNDS:
        signed["compounds"] = options.compounds + ("-0/1" if is_exact(counting) else "")
        signed["scores"] = "+".join(each[:12] for each in hashes.get("compounds", [])) or "no"
        signed["scores_from"] = options.scores_from or "table"
        if listed := hashes.get("compound_list"):
            signed["list"] = "+".join(each[:12] for each in listed)
        signed |= {"highest": f"{options.highest:g}", "scope": options.scope, "moment": options.moment}
    return signed


def _sign_words(counting: Counting, translation: Translation, measure: str) -> dict[str, object]:
    """Which texts brought words with lemmas, where any did that the measure reads."""
    annotated = counting.annotated
    read = select_annotations(counting.parameters.get("annotations", {}), find_word_sides(measure, counting.options))
    source: dict[str, object] = {"source_conllu": annotated.name_source()} if "source" in read else {}
    if "references" not in read:
        return source
    names = annotated.name_references(), annotated.name_translation(translation)
    return {**source, "reference_conllu": names[0], "output_conllu": names[1]}


def is_exact(counting: Counting) -> bool:
    """Whether compounds count only where they are matched by themselves."""
    return counting.options.exact_compounds or not counting.parameters["hashes"].get("compounds")


def store_scores(counting: Counting) -> dict[str, Any]:
    """The scores of all measures and systems, and what the job says of them; inside the job's last transaction."""
    tasks = MeasureTask.objects.filter(job=counting.job)
    scores = [
        TranslationScore(
            translation_id=task.translation_id,
            measure=task.measure,
            key=counting.keys[task.measure],
            job=counting.job,
            **(task.result or {}),
        )
        for task in tasks.filter(stage=MeasureTask.Stage.SUM).order_by("pk").iterator(chunk_size=100)
    ]
    # A job beside this one may have stored some of them; they are equal.
    TranslationScore.objects.bulk_create(scores, ignore_conflicts=True)
    tasks.delete()
    systems = len(counting.translations)
    summary = f"{len(counting.keys)} measures of {systems} system{'s' if systems != 1 else ''}."
    skipped = counting.read.skipped
    if skipped:
        summary += f" Dictionary lines that do not hold two words: {skipped:,}."
    unaligned = [str(each.system) for each in counting.translations if each.pk not in counting.alignments]
    if unaligned and ALIGNED.intersection(counting.measures):
        summary += f" Not measured by aligned words, as they have no alignment: {', '.join(unaligned)}."
    return {"test_set": counting.test_set.pk, "scores": len(scores), "skipped": skipped, "summary": summary}
