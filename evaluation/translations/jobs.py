"""Job that imports system outputs for a test set, completely or not at all."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import Any

from annotation_site.closing.parts import find_part
from annotation_site.closing.services.deleting import delete_now
from annotation_site.jobs.files import local_copies
from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import Brought, ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.texts.format_characters import may_need_removal, remove_format_characters
from annotation_site.texts.removed_characters import RemovedCharacters
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.models import System
from evaluation.files.tables import holds_table
from evaluation.linguistic_annotation.queries import LinguisticAnnotationWriter
from evaluation.metrics.conllu import ConlluWord
from evaluation.test_sets.files import SideWords, is_conllu
from evaluation.test_sets.files.removal import remove_from_words
from evaluation.test_sets.models import TestSet
from evaluation.translations.files import read_conllu_hypotheses, read_hypotheses, read_hypothesis_columns
from evaluation.translations.models import Hypothesis, Translation, TranslationScore
from evaluation.translations.runs import match_runs
from evaluation.translations.whole_text import choose_lines, count_lines, match_sources

CHUNK = 2_000
MISSING_SHOWN = 100
# Segments from whose words the language of an output is seen.
COMPARED = 1_000
# Segments that the summary of a job names.
NAMED = 20


def find_translations(imported: Job) -> Brought:
    """Return the system outputs of an import; measures of them were computed from them."""
    outputs = Translation.objects.filter(
        test_set=imported.result["test_set"], system__name__in=imported.result["systems"]
    )
    return Brought({"system outputs": outputs}, parts=frozenset({TranslationScore}))


@dataclass(frozen=True, slots=True)
class Output:
    """A system's texts, one for each segment, with the words of those that came with lemmas."""

    name: str
    run_of: str
    upload: int
    texts: Sequence[str]
    column: str = ""
    words: Mapping[int, Sequence[ConlluWord]] = field(default_factory=dict)


@job(
    "translations",
    "Translations",
    result=ResultPage("evaluation:test_set_of_job", "Show test set", by="job"),
    brings=find_translations,
)
def take_translations(run: JobRun) -> None:
    """Store the outputs of one or more systems for a test set, or none of them."""
    project, parameters = run.job.project, run.parameters
    test_set = TestSet.objects.of_job(run.job)
    uploads = {f"output-{place}": upload for place, upload in enumerate(parameters["uploads"])}
    whole = {"whole": parameters["whole_source"]} if "whole_source" in parameters else {}
    not_found: dict[int, None] = {}
    with local_copies(project, {**uploads, **whole}) as paths:
        given = zip(uploads, parameters["uploads"], parameters["file_names"], parameters["names"], strict=True)
        outputs = [
            output
            for part, upload, file_name, (name, run_of) in given
            for output in _read_outputs(
                test_set, {**paths, "output": paths[part]}, file_name, Output(name, run_of, upload, ()), run, not_found
            )
        ]
    removed = RemovedCharacters.none()
    outputs = [_remove_invisible(each, removed) for each in outputs]
    runs = match_runs([each.name for each in outputs], parameters["pattern"])
    with run.completing() as result:
        run.hold_project()
        if parameters.get("replaces"):
            _delete_present(run, test_set, [each.name for each in outputs])
        stored = [_store(run, test_set, replace(each, run_of=runs.get(each.name, each.run_of))) for each in outputs]
        told = _sum_up(test_set, stored, list(not_found))
        told["summary"] += _describe_untranslated(test_set, outputs)
        told["summary"] += f" {removed.describe()}" if removed.counts else ""
        result |= {"test_set": test_set.pk, **told}


def _remove_invisible(output: Output, removed: RemovedCharacters) -> Output:
    """Return the output without characters that belong to no word, as the segments have none; count them."""
    if not any(map(may_need_removal, output.texts)):
        return output
    removals = list(map(remove_format_characters, output.texts))
    for removal in removals:
        removed.counts.update(removal.characters)
    words = {number: remove_from_words(own, removals[number - 1]) for number, own in output.words.items()}
    return replace(output, texts=[removal.text for removal in removals], words=words)


def _describe_untranslated(test_set: TestSet, outputs: Sequence[Output]) -> str:
    """Return a sentence on the systems whose output looks like a text in the language of the source, or nothing."""
    languages = (test_set.source_language, test_set.target_language)
    rows = test_set.segments.order_by("number").values_list("source", "references")[:COMPARED]
    segments = [(source, next(iter(references), "")) for source, references in rows]
    known, found = SideWords(languages), []
    for source, reference in segments:
        known.add(source, reference)
    for each in outputs:
        words = SideWords(languages)
        for (source, _), text in zip(segments, each.texts, strict=False):
            words.add(source, text)
        if words.find_mixup(known.sides) == "target":
            found.append(each.name)
    source_name, target_name = known.names()
    looks = "looks" if len(found) == 1 else "look"
    return f" {', '.join(found)} {looks} like {source_name} rather than {target_name}." if found else ""


def _sum_up(test_set: TestSet, stored: Sequence[Translation], not_found: Sequence[int]) -> dict[str, Any]:
    missing = {str(each.system): each.missing_count for each in stored if each.missing_count}
    said = [f"{name}: {count:,} of {test_set.segment_count:,} missing" for name, count in missing.items()]
    summary = f"{'; '.join(said)}; scored as empty." if said else "All segments have translations."
    told = {"systems": [str(each.system) for each in stored], "missing": missing}
    if not not_found:
        return {**told, "summary": summary}
    shown = ", ".join(map(str, not_found[:NAMED]))
    more = f" and {len(not_found) - NAMED:,} more" if len(not_found) > NAMED else ""
    summary += f" Not in the whole text: segments {shown}{more}."
    return {**told, "not_found": list(not_found[:MISSING_SHOWN]), "summary": summary}


def _read_outputs(
    test_set: TestSet,
    paths: Mapping[str, str],
    file_name: str,
    output: Output,
    run: JobRun,
    not_found: dict[int, None],
) -> list[Output]:
    """Return the outputs of a file; segments that are not in the whole text are added to `not_found`."""
    count = test_set.segment_count
    if holds_table(paths["output"], file_name):
        columns = read_hypothesis_columns(paths["output"], run.parameters["columns"], count)
        name = output.name if len(columns) == 1 else ""
        return [replace(output, name=name or each, texts=texts, column=each) for each, texts in columns.items()]
    if is_conllu(file_name):
        texts, words = read_conllu_hypotheses(paths["output"], count)
        return [replace(output, texts=texts, words=words)]
    lines, missing = _read_lines(test_set, paths)
    not_found |= dict.fromkeys(missing)
    return [replace(output, texts=lines)]


def _store(run: JobRun, test_set: TestSet, output: Output) -> Translation:
    writer = TranslationWriter(test_set, run.job, output.name, output.upload, output.column, output.run_of)
    for start in range(0, len(output.texts), CHUNK):
        writer.write(output.texts[start : start + CHUNK])
    stored = writer.close()
    if output.words:
        _store_words(run, stored, output.words)
    return stored


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

    def __init__(self, test_set: TestSet, job: Job, name: str, upload: int, column: str, run_of: str = "") -> None:
        system, is_new = System.objects.get_or_create(
            project=test_set.project, name=name[:120], defaults={"created_by": job.requested_by, "run_of": run_of}
        )
        if run_of and not is_new:
            System.objects.filter(pk=system.pk).update(run_of=run_of)
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
