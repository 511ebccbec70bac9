"""The pairs that training and test files are made of: those of a finding's text, a dictionary, back-translations."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass
from hashlib import blake2b
from itertools import groupby
from typing import IO, Any

from alignment.formats import FormatError, detect_file_encoding, open_text
from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.finding.jobs.corpus import read_corpus
from evaluation.finding.models import Finding, Hit
from expressions.training_text.augmentation import pair_back_translations, read_dictionary_pairs
from expressions.training_text.lengths import LengthFilter
from expressions.training_text.splits import FoundPair

STREAMED = 2_000
ACCEPTED, NOT_REJECTED = "accepted", "not_rejected"
DICTIONARY = "dictionary"  # origin of a pair
VERDICTS = {ACCEPTED: ["accepted"], NOT_REJECTED: ["accepted", "open"]}
FoundSpans = list[tuple[str, list[tuple[int, int]]]]


@dataclass(frozen=True, slots=True)
class TextPair:
    """A pair of the text with the hits that count, in its searched side."""

    line: int
    text: str
    other: str
    hits: FoundSpans

    def by_language(self, finding: Finding) -> tuple[tuple[str, str], tuple[str, str]]:
        """Return both sides with their languages, the searched side first."""
        return (self.text, finding.language), (self.other, finding.other_language)


def make_length_filter(parameters: Mapping[str, Any]) -> LengthFilter:
    return LengthFilter(parameters["most_words"], parameters["length_ratio"], parameters["tokens"])


def read_found_pairs(finding: Finding, hits: str, lengths: LengthFilter) -> Iterator[FoundPair]:
    """Yield pairs with hits, without those that the filter leaves out: only what is left is divided.

    Digests replace the texts, because only their equality matters and there may be many.
    """
    for line, line_hits in _group_hits(finding, hits):
        sentence = line_hits[0].sentence
        sides = (sentence.text, finding.language), (sentence.other, finding.other_language)
        if lengths.find_fault(*sides):
            continue
        digest = blake2b(f"{sentence.text}\n{sentence.other}".encode(), digest_size=16).hexdigest()
        yield FoundPair(line, digest, "", tuple(dict.fromkeys(hit.phrase.phrase for hit in line_hits)))


def read_pairs(finding: Finding, hits: str) -> Generator[TextPair]:
    """Yield every pair with two sides, in the order of the text, with its hits."""
    groups = _group_hits(finding, hits)
    waiting = next(groups, None)
    with closing(read_corpus(finding.project, finding.job.parameters, None)) as rows:
        for row in rows:
            row_hits: list[Hit] = []
            if waiting and waiting[0] == row.line:
                row_hits = waiting[1]
                waiting = next(groups, None)
            if row.is_usable and row.text.strip() and row.other.strip():
                spans_by_phrase = []
                for hit in row_hits:
                    spans_by_phrase.append((hit.phrase.phrase, [(start, end) for start, end in hit.spans]))
                yield TextPair(row.line, row.text, row.other, spans_by_phrase)


def _group_hits(finding: Finding, hits: str) -> Iterator[tuple[int, list[Hit]]]:
    rows = Hit.objects.filter(finding=finding, verdict__in=VERDICTS[hits]).select_related("phrase", "sentence")
    ordered = rows.order_by("sentence_id", "pk").iterator(chunk_size=STREAMED)
    for _, group in groupby(ordered, key=lambda hit: hit.sentence_id):
        sentence_hits = list(group)
        yield sentence_hits[0].sentence.line, sentence_hits


def read_additions(project: Project, parameters: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    """Yield (origin, source, target) of the dictionary and the back-translated text, if given."""
    if key := parameters["dictionary"]:
        with _open_lines(project, [key]) as (names, texts):
            yield from _iterate_pairs(DICTIONARY, read_dictionary_pairs(*texts), names[0])
    if keys := parameters["back_translated"]:
        with _open_lines(project, keys) as (names, texts):
            yield from _iterate_pairs("back_translated", pair_back_translations(*texts), names[0])


def _iterate_pairs(origin: str, pairs: Iterable[tuple[str, str]], name: str) -> Iterator[tuple[str, str, str]]:
    try:
        for source, target in pairs:
            yield origin, source, target
    except ValueError as error:
        raise FormatError(name, None, str(error)) from error


@contextmanager
def _open_lines(project: Project, keys: list[int]) -> Iterator[tuple[list[str], list[Iterable[str]]]]:
    uploads = {upload.pk: upload for upload in project.uploads.filter(pk__in=keys)}
    with ExitStack() as stack:
        texts: list[Iterable[str]] = []
        for key in keys:
            file = stack.enter_context(uploads[key].file.open("rb"))
            encoding = detect_file_encoding(file, uploads[key].name)
            texts.append(stack.enter_context(closing(open_text(file, encoding, uploads[key].name))))
        yield [uploads[key].name for key in keys], texts


def open_made_file(job: Job) -> tuple[IO[bytes], str]:
    """Return the zip that the job made, and its name; raise DomainError if there is none."""
    upload = job.project.uploads.filter(pk=job.result.get("upload")).first()
    if upload is None:
        raise DomainError("These files have not been created yet.")
    try:
        return upload.file.open("rb"), upload.name
    except FileNotFoundError as error:
        raise DomainError("The file is missing from storage. Contact the operator of this site.") from error
