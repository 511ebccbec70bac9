"""Body of the measures job: every measure asked for, of every translation asked for, in chunks.

A chunk's values are stored as soon as they are counted and follow from its inputs alone, so a job whose worker died
goes on after its last whole chunk, and two workers that met by mistake write the same. The scores of all measures and
systems are stored together at the end.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from contextlib import closing
from typing import Any

from django.conf import settings
from django.db.models import Prefetch

from alignment.formats import FormatError, detect_file_encoding, open_text
from annotation_site.projects.exceptions import DomainError
from annotation_site.projects.jobs import JobRun
from annotation_site.projects.models import Upload
from evaluation.measures import LITTER, Marked, Measured, Resources, count_segments, summarise
from evaluation.metrics.dictionaries import BilingualDictionary, Entries, read_dictionary
from evaluation.models import Expression, Hypothesis, Segment, SegmentValues, TestSet, Translation, TranslationScore

CHUNK = 500


def measure_translations(run: JobRun) -> None:
    """Count what is not counted yet, then store every score that is not there yet."""
    parameters = run.parameters
    test_set = TestSet.objects.get(pk=parameters["test_set"], project=run.job.project)
    translations = list(
        Translation.objects.filter(test_set=test_set, pk__in=parameters["translations"]).select_related("system")
    )
    resources, skipped = _read_resources(run, test_set)
    keys = {measure: measure_key(measure, parameters["dictionary_hashes"]) for measure in parameters["measures"]}
    done, total = 0, len(translations) * len(keys) * test_set.segment_count
    for first in range(1, test_set.segment_count + 1, CHUNK):
        segments = _read_segments(test_set, first)
        for translation in translations:
            for measure, key in keys.items():
                run.report(done, total)
                _count_chunk(translation, measure, key, first, segments, resources)
                done += len(segments)
    run.report(total, total)
    labels, reference_counts = _read_labels(test_set)
    scores = []
    for translation in translations:
        for measure, key in keys.items():
            run.report(total, total)
            if not translation.scores.filter(measure=measure, key=key).exists():
                scores.append(_summarise(run, test_set, translation, measure, key, labels, reference_counts))
    with run.completing() as result:
        # A job beside this one may have stored some of them; they are equal.
        TranslationScore.objects.bulk_create(scores, ignore_conflicts=True)
        systems = len(translations)
        summary = f"{len(keys)} measures of {systems} system{'s' if systems != 1 else ''}."
        if skipped:
            summary += f" Dictionary lines that do not hold two words: {skipped:,}."
        result |= {"test_set": test_set.pk, "scores": len(scores), "skipped": skipped, "summary": summary}


def measure_key(measure: str, dictionaries: Sequence[str]) -> str:
    """What a measure's values depend on beside the texts: the version and, for LitTER, its dictionaries."""
    question = [settings.VERSION, measure, *(sorted(dictionaries) if measure == LITTER else ())]
    return hashlib.sha256(json.dumps(question).encode()).hexdigest()


def _count_chunk(
    translation: Translation, measure: str, key: str, first: int, segments: list[Segment], resources: Resources
) -> None:
    where = {"translation": translation, "measure": measure, "key": key, "first": first}
    if SegmentValues.objects.filter(**where).exists():
        return
    hypotheses = Hypothesis.objects.filter(translation=translation, number__gte=first, number__lt=first + CHUNK)
    texts = dict(hypotheses.values_list("number", "text"))
    measured = [_to_measure(segment, texts[segment.number]) for segment in segments]
    values = count_segments(measure, measured, resources)
    SegmentValues.objects.bulk_create([SegmentValues(**where, values=values)], ignore_conflicts=True)


def _read_segments(test_set: TestSet, first: int) -> list[Segment]:
    expressions = Prefetch("expressions", queryset=Expression.objects.order_by("position"))
    found = test_set.segments.filter(number__gte=first, number__lt=first + CHUNK).prefetch_related(expressions)
    return list(found.order_by("number"))


def _to_measure(segment: Segment, hypothesis: str) -> Measured:
    return Measured(
        segment.source,
        tuple(segment.references),
        tuple(
            Marked(each.label, tuple((start, end) for start, end in each.source_spans), each.reference_text)
            for each in segment.expressions.all()
        ),
        hypothesis,
    )


def _read_labels(test_set: TestSet) -> tuple[list[list[str]], set[int]]:
    """The labels of each segment's expressions, and how many references segments have."""
    labels: list[list[str]] = [[] for _ in range(test_set.segment_count)]
    expressions = Expression.objects.filter(segment__test_set=test_set).order_by("segment__number", "position")
    for number, label in expressions.values_list("segment__number", "label").iterator():
        labels[number - 1].append(label)
    counts = {len(each) for each in test_set.segments.values_list("references", flat=True).iterator()}
    return labels, counts - {0}


def read_values(translation: Translation, measure: str, key: str) -> Iterator[Any]:
    """What was counted, segment by segment."""
    chunks = SegmentValues.objects.filter(translation=translation, measure=measure, key=key).order_by("first")
    for values in chunks.values_list("values", flat=True).iterator():
        yield from values


def _summarise(
    run: JobRun,
    test_set: TestSet,
    translation: Translation,
    measure: str,
    key: str,
    labels: list[list[str]],
    reference_counts: set[int],
) -> TranslationScore:
    signed: dict[str, object] = {"testset": _hash_test_set(test_set)[:12], "output": translation.sha256[:12]}
    if measure == LITTER:
        hashes = "+".join(each[:12] for each in run.parameters["dictionary_hashes"])
        languages = f"{test_set.source_language}-{test_set.target_language}"
        signed = {"languages": languages, "dictionaries": hashes, **signed}
    values = list(read_values(translation, measure, key))
    result = summarise(measure, labels, values, settings.VERSION, signed, reference_counts)
    signature = result.pop("signature")
    return TranslationScore(
        translation=translation, measure=measure, key=key, job=run.job, result=result, signature=signature
    )


def _hash_test_set(test_set: TestSet) -> str:
    """Of its files, and of what the columns of a table were said to be."""
    question = [[file["sha256"] for file in test_set.files], test_set.job.parameters["columns"]]
    return hashlib.sha256(json.dumps(question, sort_keys=True).encode()).hexdigest()


def _read_resources(run: JobRun, test_set: TestSet) -> tuple[Resources, int]:
    """What the measures need, and how many lines of dictionaries could not be used."""
    lists: list[Entries] = []
    skipped = 0
    for part, invert in (("dictionaries", False), ("reverse_dictionaries", True)):
        for upload in Upload.objects.filter(project=run.job.project, pk__in=run.parameters[part]).order_by("pk"):
            with closing(upload.file.open("rb")) as file:
                try:
                    lines = open_text(file, detect_file_encoding(file), upload.name)
                    words = read_dictionary(lines, invert=invert)
                except FormatError as error:
                    raise DomainError(str(error)) from error
            if not words.entries:
                raise DomainError(f"{upload.name}: The dictionary has no line of two words.")
            lists.append(words.entries)
            skipped += len(words.rejected)
    dictionary = BilingualDictionary(tuple(lists)) if lists else None
    return Resources(test_set.source_language, test_set.target_language, dictionary), skipped
