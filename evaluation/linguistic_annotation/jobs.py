"""Job that imports lemmas and parts of speech of a text that is already stored, completely or not at all."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import closing
from itertools import islice

from annotation_site.jobs.files import local_copies
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought, ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.web.exceptions import DomainError
from evaluation.linguistic_annotation.models import LinguisticAnnotation
from evaluation.linguistic_annotation.queries import (
    SOURCE,
    LinguisticAnnotationWriter,
    find_linguistic_annotation,
    read_place,
)
from evaluation.test_sets.models import TestSet
from evaluation.translations.files import read_lemmas_of
from evaluation.translations.models import Hypothesis, Translation

CHUNK = 1_000


def find_own_annotation(imported: Job) -> Brought:
    """Return the linguistic annotation of an import; a text has one."""
    part, translation = imported.parameters["part"], imported.parameters["translation"] or None
    of = {"translation": translation} if translation else {"part": part}
    annotations = LinguisticAnnotation.objects.filter(test_set=imported.result["test_set"], **of)
    return Brought({"texts with linguistic annotation": annotations})


@job(
    "linguistic_annotation",
    "Linguistic annotation",
    result=ResultPage("evaluation:test_set_of_job", "Show test set", by="job"),
    brings=find_own_annotation,
)
def import_linguistic_annotation(run: JobRun) -> None:
    """Store the words of the source, of a reference or of a system output by segment."""
    project, parameters = run.job.project, run.parameters
    test_set = TestSet.objects.of_job(run.job)
    part, translation = parameters["part"], None
    if parameters["translation"]:
        translation = Translation.objects.of_job(test_set, parameters["translation"])
    with local_copies(project, {"words": parameters["upload"]}) as paths, run.completing() as result:
        # Two files of one text wait for each other here, and the second is refused.
        run.hold_project()
        if find_linguistic_annotation(test_set, translation or part):
            raise DomainError(already_has_lemmas(parameters["name"]))
        writer = LinguisticAnnotationWriter(test_set, part=part, translation=translation)
        count = 0
        # Closed at once, whatever happens: what a cursor of the database still gives goes with its transaction.
        with closing(_list_texts(test_set, part, translation)) as texts:
            sentences = read_lemmas_of(paths["words"], texts)
            while chunk := dict(islice(sentences, CHUNK)):
                lines = {number: sentence.lines for number, sentence in chunk.items()} if part == SOURCE else {}
                writer.write({number: sentence.words for number, sentence in chunk.items()}, lines)
                count += len(chunk)
                run.report(max(chunk), test_set.segment_count)
        writer.close()
        noun = "sentence" if count == 1 else "sentences"
        result |= {
            "test_set": test_set.pk,
            "summary": f"{parameters['name']}: linguistic annotation of {count:,} {noun}.",
        }


def already_has_lemmas(name: str) -> str:
    """Return the sentence that refuses a second linguistic annotation."""
    return f"“{name}” already has linguistic annotation."


def _list_texts(test_set: TestSet, part: str, translation: Translation | None) -> Generator[tuple[int, str]]:
    """Yield the number and text of every segment, empty if it has none."""
    if translation is not None:
        texts = Hypothesis.objects.filter(translation=translation).order_by("number").values_list("number", "text")
        yield from texts.iterator(chunk_size=CHUNK)
        return
    segments = test_set.segments.order_by("number").values_list("number", "source", "references")
    for number, source, references in segments.iterator(chunk_size=CHUNK):
        yield number, source if part == SOURCE else next(iter(references[read_place(part) :]), "")
