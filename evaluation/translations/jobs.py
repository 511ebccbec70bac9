"""Job that imports system outputs for a test set, completely or not at all."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from itertools import islice

from annotation_site.closing.parts import find_part
from annotation_site.closing.services.deleting import delete_now
from annotation_site.jobs.files import local_copies
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought, ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.models import System
from evaluation.linguistic_annotation.queries import LinguisticAnnotationWriter
from evaluation.metrics.conllu import ConlluWord
from evaluation.test_sets.files import is_conllu, is_table
from evaluation.test_sets.models import TestSet
from evaluation.translations.files import read_conllu_hypotheses, read_hypotheses, read_hypothesis_columns
from evaluation.translations.models import Hypothesis, Translation, TranslationScore
from evaluation.translations.whole_text import choose_lines, count_lines, match_sources

CHUNK = 2_000
MISSING_SHOWN = 100
# Segments that the summary of a job names.
NAMED = 20


def find_translations(imported: Job) -> Brought:
    """Return the system outputs of an import; measures of them were computed from them."""
    outputs = Translation.objects.filter(
        test_set=imported.result["test_set"], system__name__in=imported.result["systems"]
    )
    return Brought({"system outputs": outputs}, parts=frozenset({TranslationScore}))


@job(
    "translations",
    "Translations",
    result=ResultPage("evaluation:test_set_of_job", "Show test set", by="job"),
    brings=find_translations,
)
def take_translations(run: JobRun) -> None:
    """Store the outputs of one or more systems for a test set, or none of them."""
    project, parameters = run.job.project, run.parameters
    test_set = TestSet.objects.get(pk=parameters["test_set"], project=project)
    upload = parameters["upload"]
    words: dict[int, tuple[ConlluWord, ...]] = {}
    not_found: list[int] = []
    whole = {"whole": parameters["whole_source"]} if "whole_source" in parameters else {}
    with local_copies(project, {"output": upload, **whole}) as paths:
        if is_table(parameters["file_name"]):
            texts = read_hypothesis_columns(paths["output"], parameters["columns"], test_set.segment_count)
            named = {name: (name, lines) for name, lines in texts.items()}
            if parameters["name"] and len(named) == 1:
                named = {parameters["name"]: next(iter(named.values()))}
        elif is_conllu(parameters["file_name"]):
            lines, words = read_conllu_hypotheses(paths["output"], test_set.segment_count)
            named = {parameters["name"]: ("", lines)}
        else:
            lines, not_found = _read_lines(test_set, paths)
            named = {parameters["name"]: ("", lines)}
    with run.completing() as result:
        run.hold_project()
        if parameters.get("replaces"):
            _delete_present(run, test_set, list(named))
        stored = [
            store_translation(test_set, run.job, name, lines, upload, column) for name, (column, lines) in named.items()
        ]
        if words:
            _store_words(run, stored[0], words)
        missing = {str(each.system): each.missing_count for each in stored if each.missing_count}
        result |= {"test_set": test_set.pk, "systems": list(named), "missing": missing}
        said = [f"{name}: {count:,} of {test_set.segment_count:,} missing" for name, count in missing.items()]
        result["summary"] = f"{'; '.join(said)}; scored as empty." if said else "All segments have translations."
        if not_found:
            result["not_found"] = not_found[:MISSING_SHOWN]
            shown = ", ".join(map(str, not_found[:NAMED]))
            more = f" and {len(not_found) - NAMED:,} more" if len(not_found) > NAMED else ""
            result["summary"] += f" Not in the whole text: segments {shown}{more}."


def _read_lines(test_set: TestSet, paths: Mapping[str, str]) -> tuple[list[str], list[int]]:
    """Return a line for each segment, of a file of these or of the whole text, and the segments that are not in it."""
    rows = test_set.segments.order_by("number").values_list("source", "text_line")
    if "whole" in paths:
        sources, text_lines = zip(*rows, strict=True)
        return match_sources(paths["output"], paths["whole"], sources, text_lines)
    known = [number for _, number in rows if number is not None]
    is_part = len(known) == test_set.segment_count
    if is_part and count_lines(paths["output"]) > test_set.segment_count:
        return choose_lines(paths["output"], known), []
    return read_hypotheses(paths["output"], test_set.segment_count), []


def _delete_present(run: JobRun, test_set: TestSet, names: Sequence[str]) -> None:
    """Delete the translations that these systems have; they can be restored when the new ones are deleted."""
    part = find_part("translation")
    assert part is not None
    for found in part.find(run.job.project).filter(test_set=test_set, system__name__in=names).order_by("pk"):
        delete_now(run.job, part, found)


def _store_words(run: JobRun, translation: Translation, words: Mapping[int, Sequence[ConlluWord]]) -> None:
    writer = LinguisticAnnotationWriter(translation.test_set, translation=translation)
    entries = iter(words.items())
    while chunk := dict(islice(entries, CHUNK)):
        writer.write(chunk)
        run.report(max(chunk), len(words))
    writer.close()


class TranslationWriter:
    """Writer that stores a system's output in chunks of segments, empty where it has none.

    Refused if the system already has an output for the test set.
    """

    def __init__(self, test_set: TestSet, job: Job, name: str, upload: int, column: str) -> None:
        system, _ = System.objects.get_or_create(
            project=test_set.project, name=name[:120], defaults={"created_by": job.requested_by}
        )
        if system.translations.filter(test_set=test_set).exists():
            raise DomainError(f"“{name}” already has translations of this test set. Choose another name.")
        self._translation = Translation.objects.create(
            system=system, test_set=test_set, upload_id=upload, column=column, missing_count=0, sha256=""
        )
        self._hash = hashlib.sha256()
        self._count = 0

    def write(self, texts: Sequence[str]) -> None:
        """Store the next segments' texts."""
        numbered = list(enumerate(texts, self._count + 1))
        missing = [number for number, text in numbered if not text]
        self._translation.missing_count += len(missing)
        self._translation.missing = [*self._translation.missing, *missing][:MISSING_SHOWN]
        self._hash.update("".join(f"{text}\n" for text in texts).encode())
        self._count += len(texts)
        Hypothesis.objects.bulk_create(
            Hypothesis(translation=self._translation, number=number, text=text) for number, text in numbered
        )

    def close(self) -> Translation:
        """Store the hash and the missing segments, and return the translation."""
        self._translation.sha256 = self._hash.hexdigest()
        self._translation.save(update_fields=["sha256", "missing_count", "missing"])
        return self._translation


def store_translation(
    test_set: TestSet, job: Job, name: str, texts: Sequence[str], upload: int, column: str
) -> Translation:
    """Store one system's texts, one for each segment, empty where it has none."""
    writer = TranslationWriter(test_set, job, name, upload, column)
    for start in range(0, len(texts), CHUNK):
        writer.write(texts[start : start + CHUNK])
    return writer.close()
