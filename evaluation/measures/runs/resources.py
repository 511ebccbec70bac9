"""What measures need beside the segments, from the job's uploads."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass

from alignment.formats import FormatError, detect_file_encoding, open_text
from annotation_site.jobs.models import Job, Upload
from annotation_site.web.exceptions import DomainError
from evaluation.measures.names import LITTER, TESLA, TESLA_COMPOUNDS
from evaluation.measures.options import MeasureOptions
from evaluation.measures.runs.annotated import AnnotatedSides
from evaluation.measures.runs.job_files import find_lemmas, find_uploads
from evaluation.measures.runs.tesla_resources import prepare_tesla
from evaluation.measures.segments import Resources
from evaluation.metrics.dictionaries import BilingualDictionary, Entries, read_dictionary
from evaluation.metrics.litter import LitterOptions
from evaluation.test_sets.models import TestSet


@dataclass(frozen=True, slots=True)
class ReadResources:
    """The resources, and how many lines of dictionaries could not be used."""

    resources: Resources
    skipped: int


def read_resources(
    job: Job, test_set: TestSet, measures: Sequence[str], options: MeasureOptions, annotated: AnnotatedSides
) -> ReadResources:
    """DomainError names the file that cannot be used."""
    source, target = test_set.source_language, test_set.target_language
    dictionary, skipped = _read_dictionaries(job) if LITTER in measures else (None, 0)
    litter = LitterOptions()
    if LITTER in measures:
        litter = LitterOptions(
            _read_words(job),
            find_lemmas(source) if options.lemmas in ("source", "both") else None,
            find_lemmas(target) if options.lemmas in ("target", "both") else None,
        )
    tesla = None
    if TESLA in measures or TESLA_COMPOUNDS in measures:
        tesla = prepare_tesla(job, target, options, annotated, finds_compounds=TESLA_COMPOUNDS in measures)
    return ReadResources(Resources(source, target, dictionary, litter, tesla), skipped)


@contextmanager
def _lines_of(upload: Upload) -> Iterator[Iterator[str]]:
    with closing(upload.file.open("rb")) as file:
        try:
            yield open_text(file, detect_file_encoding(file), upload.name)
        except FormatError as error:
            raise DomainError(str(error)) from error


def _read_dictionaries(job: Job) -> tuple[BilingualDictionary, int]:
    lists: list[Entries] = []
    skipped = 0
    for part, invert in (("dictionaries", False), ("reverse_dictionaries", True)):
        for upload in find_uploads(job, part):
            with _lines_of(upload) as lines:
                words = read_dictionary(lines, invert=invert)
            if not words.entries:
                raise DomainError(f"{upload.name}: The dictionary has no line of two words.")
            lists.append(words.entries)
            skipped += len(words.rejected)
    return BilingualDictionary(tuple(lists)), skipped


def _read_words(job: Job) -> frozenset[str]:
    """Stop words, those of every line."""
    found: set[str] = set()
    for upload in find_uploads(job, "stop_words"):
        with _lines_of(upload) as lines:
            for line in lines:
                found.update(line.lower().split())
        if not found:
            raise DomainError(f"{upload.name}: The list of stop words holds no word.")
    return frozenset(found)
