"""The text of a finding, read from its uploads sentence by sentence, however large it is."""

from __future__ import annotations

import re
from collections.abc import Generator, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from typing import IO, Any

from alignment.formats import (
    DETECT,
    PARALLEL_FORMATS,
    FormatError,
    Pair,
    detect_file_encoding,
    open_text,
)
from alignment.formats.recognition import find_candidate, take_sample
from annotation_site.jobs.models import Upload
from annotation_site.phrases import Lemmatiser, PhraseFinder, Sentence, read_conllu, split_sentence
from annotation_site.projects.models import Project
from annotation_site.texts.format_characters import Removal, remove_format_characters
from annotation_site.texts.removed_characters import RemovedCharacters
from expressions.finding.phrase_lists import read_phrases

TEXT, CONLLU = "text", "conllu"
TEXT_FORMATS = (DETECT, TEXT, CONLLU, *PARALLEL_FORMATS)
# A word of CoNLL-U: its number and at least nine more columns.
_CONLLU_WORD = re.compile(r"[0-9]+([.-][0-9]+)?(\t[^\t]*){9,}")
# Longer ones are no sentences, and gaps and other orders in them have no end.
LONGEST_SENTENCE = 5_000
MOST_PHRASES = 200_000
NOTHING_REMOVED = Removal("")


@dataclass(frozen=True, slots=True)
class CorpusLine:
    """A sentence of the searched side and its other side; `words` is None if it cannot or need not be searched.

    The text is without characters that belong to no word, which are `removed`; the words have their places in the text
    as it was, which `removal` shifts.
    """

    line: int
    text: str
    other: str
    is_usable: bool
    words: Sentence | None
    removal: Removal = NOTHING_REMOVED
    removed: str = ""


def is_parallel(text_format: str) -> bool:
    return text_format in PARALLEL_FORMATS


def detect_corpus_format(uploads: Sequence[Upload], encoding: str, *, has_other_language: bool) -> str:
    """Return the likeliest format of a text from its beginning: CoNLL-U by its first word, a parallel format if the
    project has two languages, else plain text. Raise FormatError if it is no text.
    """
    with uploads[0].file.open("rb") as file:
        encoding = encoding or detect_file_encoding(file, uploads[0].name)
        with closing(open_text(file, encoding, uploads[0].name)) as lines:
            sample = take_sample(lines)
    words = [line for line in sample if line.strip() and not line.startswith("#")]
    if words and _CONLLU_WORD.fullmatch(words[0]):
        return CONLLU
    candidate = find_candidate(sample, "text", len(uploads)) if has_other_language else None
    return candidate.name if candidate else TEXT


def find_files(project: Project, parameters: Mapping[str, Any]) -> list[Upload]:
    """Return the files of the text, in their order."""
    uploads_by_key = {upload.pk: upload for upload in project.uploads.filter(pk__in=parameters["uploads"])}
    return [uploads_by_key[pk] for pk in parameters["uploads"]]


def make_finder(
    project: Project,
    parameters: Mapping[str, Any],
    lemmatiser: Lemmatiser,
    removed: RemovedCharacters | None = None,
) -> tuple[PhraseFinder, list[str]]:
    """Return a finder for the phrases of the uploaded list, and the phrases; count what is removed from them."""
    upload = project.uploads.get(pk=parameters["phrases"])
    with upload.file.open("rb") as file:
        encoding = detect_file_encoding(file, upload.name)
        with closing(open_text(file, encoding, upload.name)) as lines:
            patterns = read_phrases(lines, upload.name, lemmatiser, parameters["language"], removed)
    if len(patterns) > MOST_PHRASES:
        raise FormatError(upload.name, None, f"The list has more than {MOST_PHRASES:,} phrases.")
    finder = PhraseFinder(patterns.values(), gap=parameters["gap"], any_order=parameters["any_order"])
    return finder, list(patterns)


def count_lines(uploads: list[Upload], text_format: str) -> int | None:
    """Return the approximate number of sentences, or None for formats in which lines do not correspond to sentences."""
    if text_format in ("tmx", "xliff"):
        return None
    mark = b"\n\n" if text_format == CONLLU else b"\n"
    with uploads[0].file.open("rb") as file:
        return sum(piece.count(mark) for piece in iter(lambda: file.read(1 << 20), b""))


def read_corpus(
    project: Project, parameters: Mapping[str, Any], lemmatiser: Lemmatiser | None
) -> Generator[CorpusLine]:
    """Yield every sentence, split into words if there is a lemmatiser.

    Raise FormatError if a file ends too early or is not of its format.
    """
    uploads = find_files(project, parameters)
    with ExitStack() as stack:
        files: list[IO[bytes]] = [stack.enter_context(upload.file.open("rb")) for upload in uploads]
        if is_parallel(parameters["format"]):
            rows = _iterate_pairs(files, uploads, parameters, lemmatiser)
        else:
            encoding = parameters["encoding"] or detect_file_encoding(files[0], uploads[0].name)
            lines = stack.enter_context(closing(open_text(files[0], encoding, uploads[0].name)))
            rows = _iterate_lines(lines, uploads[0].name, parameters, lemmatiser)
        yield from stack.enter_context(closing(rows))


def _iterate_lines(
    lines: Iterable[str], name: str, parameters: Mapping[str, Any], lemmatiser: Lemmatiser | None
) -> Generator[CorpusLine]:
    if parameters["format"] == TEXT:
        for number, line in enumerate(lines, start=1):
            yield _make_line(number, line, "", lemmatiser)
        return
    try:
        for number, sentence in enumerate(read_conllu(lines, parameters["language"]), start=1):
            usable = _is_usable(sentence.text)
            removal = remove_format_characters(sentence.text)
            words = sentence if usable else None
            yield CorpusLine(number, removal.text, "", usable, words, removal, removal.characters)
    except ValueError as error:
        raise FormatError(name, None, str(error)) from error


def _iterate_pairs(
    files: list[IO[bytes]], uploads: list[Upload], parameters: Mapping[str, Any], lemmatiser: Lemmatiser | None
) -> Generator[CorpusLine]:
    parallel = PARALLEL_FORMATS[parameters["format"]]
    encodings = [
        parameters["encoding"] or parallel.detect_encoding(file, upload.name)
        for file, upload in zip(files, uploads, strict=True)
    ]
    languages = (parameters["source_language"], parameters["target_language"])
    rows = parallel.read_files(files, [upload.name for upload in uploads], encodings, languages)
    with closing(rows):
        for row in rows:
            if not isinstance(row, Pair):
                yield CorpusLine(row.line, "", "", is_usable=False, words=None)
            elif parameters["side"] == "source":
                yield replace(_make_line(row.line, row.source, row.target, lemmatiser), removed=row.removed)
            else:
                yield replace(_make_line(row.line, row.target, row.source, lemmatiser), removed=row.removed)


def _make_line(number: int, text: str, other: str, lemmatiser: Lemmatiser | None) -> CorpusLine:
    usable = _is_usable(text)
    words = split_sentence(text, lemmatiser) if usable and lemmatiser else None
    removal = remove_format_characters(text)
    return CorpusLine(number, removal.text, other, usable, words, removal, removal.characters)


def _is_usable(text: str) -> bool:
    """Return whether the text is short enough and has only characters that the database can store."""
    return (
        len(text) <= LONGEST_SENTENCE
        and "\0" not in text
        and not any("\ud800" <= character <= "\udfff" for character in text)
    )


def find_hits(
    finder: PhraseFinder, rows: Iterator[CorpusLine], *, keep_all: bool
) -> Iterator[tuple[CorpusLine, list[tuple[str, list[list[int]]]]]]:
    """Yield every line with the phrases found in it and their spans."""
    for row in rows:
        hits = []
        for hit in finder.find(row.words, keep_all=keep_all) if row.words else ():
            hits.append((hit.phrase, [list(span) for span in row.removal.shift_spans(hit.spans)]))
        yield row, hits
