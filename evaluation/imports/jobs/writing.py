"""Storing system outputs in chunks of segments."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from itertools import islice

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import JobRun
from annotation_site.texts.conllu import ConlluWord
from annotation_site.texts.names import clean_name, find_same_name
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.models import System
from evaluation.imports.jobs.outputs import Output
from evaluation.linguistic_annotation.queries import LinguisticAnnotationWriter
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Hypothesis, Translation

CHUNK = 2_000
MISSING_SHOWN = 100


def store_output(run: JobRun, test_set: TestSet, output: Output) -> Translation:
    """Store a system's output, with the words of segments that came with lemmas."""
    writer = TranslationWriter(test_set, run.job, output.name, output.upload, output.column, output.run_of)
    for start in range(0, len(output.texts), CHUNK):
        writer.write(output.texts[start : start + CHUNK])
    stored = writer.close()
    if output.words:
        _store_words(run, stored, output.words)
    return stored


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
        known = test_set.project.systems.values_list("name", flat=True)
        name = clean_name(name)[:120]
        system, is_new = System.objects.get_or_create(
            project=test_set.project,
            name=find_same_name(name, known) or name,
            defaults={"created_by": job.requested_by, "run_of": run_of},
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
        missing = [number for number, text in numbered if not text.strip()]
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
