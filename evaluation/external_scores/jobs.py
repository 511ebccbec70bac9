"""Job that imports segment scores computed elsewhere, such as COMET: one number per line, or columns."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence

from alignment.formats import FormatError
from annotation_site.jobs.files import local_copies
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.registry import Brought, ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.web.exceptions import DomainError
from evaluation.measures.breakdowns import break_down
from evaluation.measures.jobs.chunks import CHUNK
from evaluation.measures.jobs.facts import read_facts
from evaluation.measures.kinds.external import ExternalMeasure, external_name
from evaluation.measures.sums import STANDARD, summarise
from evaluation.test_sets.files import is_table
from evaluation.test_sets.models import TestSet
from evaluation.translations.files import read_hypotheses, read_hypothesis_columns
from evaluation.translations.models import SegmentValues, Translation, TranslationScore

Scores = list[float | None]


def find_scores(imported: Job) -> Brought:
    """Return the scores of an import: of each system, and by segment."""
    scores = TranslationScore.objects.filter(job=imported)
    of = list(scores.values_list("translation", "measure"))
    values = SegmentValues.objects.filter(
        translation__in={translation for translation, _ in of}, measure__in={measure for _, measure in of}
    )
    return Brought({"scores": scores, "parts with scores of segments": values})


@job(
    "external_scores",
    "External scores",
    result=ResultPage("evaluation:test_set_of_job", "Show test set", by="job"),
    brings=find_scores,
)
def import_external_scores(run: JobRun) -> None:
    """Store the scores of one system, or of those with a column in a table, or none."""
    project, parameters = run.job.project, run.parameters
    test_set = TestSet.objects.select_related("job").get(pk=parameters["test_set"], project=project)
    measure, upload = (
        ExternalMeasure(parameters["measure"]),
        Upload.objects.get(pk=parameters["upload"], project=project),
    )
    translations = {each.system.name: each for each in test_set.translations.select_related("system")}
    with local_copies(project, {"scores": upload.pk}) as paths:
        if is_table(upload.name):
            texts = read_hypothesis_columns(paths["scores"], (), test_set.segment_count)
        else:
            texts = {parameters["system"]: read_hypotheses(paths["scores"], test_set.segment_count)}
        if unknown := [name for name in texts if name not in translations]:
            raise DomainError(f"{upload.name}: This test set has no system called “{unknown[0]}”.")
        is_column = is_table(upload.name)
        found = {
            name: _read_numbers(paths["scores"], lines, name if is_column else "") for name, lines in texts.items()
        }
    key = hashlib.sha256(measure.name.encode()).hexdigest()
    facts, _ = read_facts(test_set)
    signed = {"file": upload.sha256[:12], "testset": test_set.sha256[:12]}
    scores, chunks = [], []
    for place, (name, numbers) in enumerate(found.items()):
        run.report(place, len(found))
        translation = translations[name]
        labels = [[each.label for each in segment.expressions] for segment in facts]
        sums = measure.start()
        sums.add(labels, numbers)
        summary = summarise(measure, sums)
        told = {"n": summary.n, **STANDARD.signed, **signed, "output": translation.sha256[:12]}
        signature = measure.write_signature(told, name=measure.name, version="", reference_counts=())
        result = {**summary.to_json(), "groups": break_down(measure, facts, numbers)}
        where = {"translation": translation, "measure": measure.name, "key": key}
        scores.append(
            TranslationScore(**where, job=run.job, result=result, resampled=summary.resampled, signature=signature)
        )
        for first in range(0, len(numbers), CHUNK):
            part = numbers[first : first + CHUNK]
            chunks.append(SegmentValues(**where, first=first + 1, values=part, scores=part))
    with run.completing() as told_result:
        run.hold_project()
        _require_new(test_set, measure, [score.translation for score in scores])
        SegmentValues.objects.bulk_create(chunks, batch_size=100)
        TranslationScore.objects.bulk_create(scores)
        summary_text = f"{measure.title} of {', '.join(found)}."
        told_result |= {"test_set": test_set.pk, "systems": list(found), "summary": summary_text}


def _require_new(test_set: TestSet, measure: ExternalMeasure, translations: Sequence[Translation]) -> None:
    turned = external_name(measure.title, lower_is_better=not measure.lower_is_better)
    if TranslationScore.objects.filter(translation__test_set=test_set, measure=turned).exists():
        better = "higher" if measure.lower_is_better else "lower"
        raise DomainError(f"{measure.title} already exists as a measure with {better} scores being better.")
    there = TranslationScore.objects.filter(translation__in=translations, measure=measure.name)
    if taken := there.select_related("translation__system").first():
        raise DomainError(
            f"“{taken.translation.system}” has scores of {measure.title} already; give these another name."
        )


def _read_numbers(path: str, lines: Sequence[str], column: str) -> Scores:
    """Return a score for each line, None for an empty one.

    Rows of a table may come in any order, so its errors name segment and column instead of the line.
    """
    numbers: Scores = []
    for line, text in enumerate(lines, 1):
        if not text:
            numbers.append(None)
            continue
        try:
            value = float(text)
        except ValueError:
            value = math.nan
        if not math.isfinite(value) or abs(value) > 1e9:
            fault = f"“{text[:40]}” is not a score."
            if column:
                raise FormatError(path, None, f"Segment {line:,} in the column “{column[:40]}”: {fault}")
            raise FormatError(path, line, fault)
        numbers.append(value)
    if all(number is None for number in numbers):
        raise FormatError(path, None, "There are no scores.")
    return numbers
