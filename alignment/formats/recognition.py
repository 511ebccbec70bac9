"""The format of a file from its first lines, with the reason; shown to the user before anything is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import IO

from alignment.formats.detection import base_that_fits, detect_file_encoding, guess_base
from alignment.formats.files import is_folder_archive
from alignment.formats.links.aligned import AlignedRow, AlignedSentence, Base
from alignment.formats.links.registry import ALIGNMENT_FORMATS
from alignment.formats.parallel.registry import PARALLEL_FORMATS
from alignment.formats.parallel.tables import looks_like_table
from alignment.formats.recognisers import RECOGNISERS, Candidate, Kind
from alignment.readings.links import Reading
from annotation_site.tables.workbooks import is_workbook
from annotation_site.texts.faults import FormatError, Rejected
from annotation_site.texts.files import open_file, read_lines
from annotation_site.texts.json_lines import open_json_lines
from annotation_site.texts.known_elsewhere import LINKS, PARALLEL_TEXT, refuse_known
from annotation_site.texts.not_text import refuse_document
from annotation_site.texts.unpacking import open_documents, read_text

SAMPLE_LINES = 1000
# Lines may be long: what is looked at stays within this many characters, and one line.
SAMPLE_LENGTH = 2_000_000
DETECT = "detect"
IN_TWO_FILES = "If source and target are in two files, choose both."
FOLDER = Candidate("blinker", "links", "It is a ZIP archive with one file per pair.", 1)


@dataclass(frozen=True, slots=True)
class Detection:
    """Candidates, the likeliest first; `questions` are left for the user to answer."""

    candidates: tuple[Candidate, ...]
    questions: tuple[str, ...]
    encoding: str | None = None

    def to_json(self) -> dict[str, object]:
        """Return the candidates for the command line and for pages."""
        return {
            "encoding": self.encoding,
            "candidates": [candidate.to_json() for candidate in self.candidates],
            "questions": list(self.questions),
        }


def detect_format(
    lines: Iterable[str], lengths: Sequence[tuple[int, int]] = (), encoding: str | None = None
) -> Detection:
    """Return formats that fit the first lines. `lengths` are the numbers of source and target tokens of the project's
    pairs in order, if known, and show base and direction.
    """
    sample = take_sample(lines)
    filled = [line for line in sample if line.strip()]
    if not filled:
        return Detection((), ("The file is empty. Choose its format.",), encoding)
    recognised = [candidate for recognise in RECOGNISERS for candidate in recognise(filled)]
    candidates = tuple(_place(candidate, sample, lengths) for candidate in recognised)
    return Detection(candidates, tuple(_ask(candidates)), encoding)


def take_sample(lines: Iterable[str]) -> list[str]:
    """Return the first lines, by which a format is recognised."""
    sample: list[str] = []
    length = 0
    for line in lines:
        sample.append(line)
        length += len(line)
        if len(sample) == SAMPLE_LINES or length > SAMPLE_LENGTH:
            break
    return sample


@dataclass(frozen=True, slots=True)
class FormatChoice:
    """The format in which a file is read, and the other one that it looks like, if it does."""

    name: str
    looks_like: Candidate | None = None


def choose_format(
    file: IO[bytes], name: str, kind: Kind, wanted: str = DETECT, *, files: int = 1, encoding: str = ""
) -> FormatChoice:
    """Return the wanted format, or the one detected; leaves the file at its start. Two `files` are the sides of a text,
    of which this is the first. Raise FormatError if none fits or the file is no text.
    """
    sample: list[str] = []
    candidate: Candidate | None = None
    if kind == "links" and is_folder_archive(file, name):
        candidate = FOLDER
    elif kind == "links" and is_archive(file):
        candidate = find_in_archive(file, name)
        sample = [candidate.reason] if candidate else ["It is a ZIP archive."]
    elif kind == "text" and files == 1 and is_workbook(file, name):
        candidate = Candidate("table", "text", "It is a spreadsheet.")
    else:
        with closing(open_json_lines(file, encoding or detect_file_encoding(file, name), name, is_json=False)) as lines:
            sample = take_sample(lines)
        candidate = find_candidate(sample, kind, files)
        if candidate is None and kind == "text" and files == 1 and looks_like_table(file, name, sample):
            candidate = Candidate("table", "text", "Its lines have columns.")
    file.seek(0)
    if wanted == DETECT:
        # As lines, columns or objects, what is read elsewhere would fit.
        if kind == "text" or candidate is None or candidate.name == "jsonl":
            destination = PARALLEL_TEXT if kind == "text" else LINKS
            refuse_known("\n".join(sample).encode("utf-8", "replace"), name, destination)
        if candidate is None:
            raise FormatError(name, None, _refuse(kind, is_empty=not any(map(str.strip, sample))))
        return FormatChoice(candidate.name)
    is_other = (
        candidate is not None and candidate.name != wanted and not _read_alike(sample, kind, wanted, candidate.name)
    )
    return FormatChoice(wanted, candidate if is_other else None)


def detect_links(path: str, encoding: str | None = None) -> tuple[str, Base | None]:
    """Return the format of a file of links and, if its first lines show it, the first index."""
    with open_file(path) as file:
        name = choose_format(file, path, "links", encoding=encoding or "").name
    if not ALIGNMENT_FORMATS[name].is_base_unsure:
        return name, None
    with closing(read_lines(path, encoding)) as lines:
        candidates = detect_format(lines).candidates
    return name, next((candidate.base for candidate in candidates if candidate.name == name), None)


def _refuse(kind: Kind, *, is_empty: bool) -> str:
    """Return a sentence on a file without a known format."""
    if is_empty:
        return "The file is empty. Choose another file."
    advice = f" {IN_TWO_FILES}" if kind == "text" else ""
    return f"Interlinea could not recognise this file. Choose its format.{advice}"


def is_archive(file: IO[bytes]) -> bool:
    """Return whether the file is a ZIP archive; leaves it at its start."""
    file.seek(0)
    is_zip = file.read(4) == b"PK\x03\x04"
    file.seek(0)
    return is_zip


def find_in_archive(file: IO[bytes], name: str) -> Candidate | None:
    """Return the format of the documents of an alignment tool in a ZIP archive; of several, the first that shows one.
    Raise FormatError for an archive of another program, such as a Word document.
    """
    refuse_document(file, name, may_be_archive=True)
    for data in open_documents(file, name).values():
        lines = take_sample(read_text(data[:SAMPLE_LENGTH]).splitlines())
        candidate = next(
            (candidate for candidate in detect_format(lines).candidates if _is_document(candidate.name)), None
        )
        if candidate is not None:
            return candidate
    return None


def _is_document(name: str) -> bool:
    return name in ALIGNMENT_FORMATS and ALIGNMENT_FORMATS[name].document_reader is not None


def find_candidate(sample: Sequence[str], kind: Kind, files: int = 1) -> Candidate | None:
    """Return the format of this kind whose signs all lines have, else the one that reads most of them, and more than
    half.
    """
    filled = [line for line in sample if line.strip()]
    for candidate in detect_format(sample).candidates:
        if candidate.kind == kind and (kind == "links" or PARALLEL_FORMATS[candidate.name].files == files):
            return candidate
    if kind == "text" and files > 1:
        return Candidate("moses", "text", "There are two files of lines.")
    counts = {name: _count_read(filled, kind, name) for name in _line_formats(kind)}
    best = max(counts, key=lambda name: counts[name])
    if counts[best] * 2 <= len(filled):
        return None
    return Candidate(best, kind, f"Of its first {len(filled):,} lines, {counts[best]:,} have this form.")


def _line_formats(kind: Kind) -> Iterator[str]:
    """Yield the formats whose files can have single faulty lines."""
    if kind == "links":
        yield from (name for name, layout in ALIGNMENT_FORMATS.items() if not (layout.is_folder or _is_document(name)))
    else:
        yield from (
            text_format.name
            for text_format in PARALLEL_FORMATS.values()
            if text_format.files == 1 and not text_format.reads_bytes
        )


def _count_read(lines: Sequence[str], kind: Kind, name: str) -> int:
    """Return the number of lines that the format does not reject; none if it refuses the file."""
    try:
        rows = _read_links(lines, name) if kind == "links" else PARALLEL_FORMATS[name].read(lines)
        return len(lines) - sum(isinstance(row, Rejected) for row in rows)
    except FormatError:
        return 0


def _read_links(lines: Sequence[str], name: str) -> Iterator[AlignedRow]:
    layout = ALIGNMENT_FORMATS[name]
    return layout.read(lines, 0 if layout.is_base_unsure else None)


def _read_alike(sample: Sequence[str], kind: Kind, first: str, second: str) -> bool:
    """Return whether both formats find the same links: without Possible links, several look the same."""
    if kind == "text" or FOLDER.name in (first, second) or _is_document(first) or _is_document(second):
        return False
    return _list_readings(sample, first) == _list_readings(sample, second)


def _list_readings(lines: Sequence[str], name: str) -> list[Reading | None]:
    """Return what the format reads from each line, None where it rejects it."""
    return [row.reading if isinstance(row, AlignedSentence) else None for row in _read_links(lines, name)]


def _ask(candidates: Sequence[Candidate]) -> Iterator[str]:
    if not candidates:
        yield "No format matches. Choose one."
    elif len(candidates) > 1:
        names = ", ".join(candidate.name for candidate in candidates)
        yield f"The file matches {names}. Choose one."
    for candidate in candidates[:1]:
        is_unsure = candidate.kind == "links" and ALIGNMENT_FORMATS[candidate.name].is_base_unsure
        if is_unsure and candidate.base is None:
            yield "Are words counted from 0 or from 1?"
        names_sides = candidate.name in ("xl-wa", "giza-sp") or _is_document(candidate.name)
        if candidate.kind == "links" and candidate.is_reversed is None and not names_sides:
            yield "Does a link name the source word first, or the target word?"


def _place(candidate: Candidate, sample: Sequence[str], lengths: Sequence[tuple[int, int]]) -> Candidate:
    """Return the candidate with base and direction, as far as indices and lengths show them."""
    if candidate.kind == "text" or _is_document(candidate.name):
        return candidate
    alignment_format = ALIGNMENT_FORMATS[candidate.name]
    base = candidate.base
    read_base: Base = 0 if base is None else base
    sentences = [row for row in alignment_format.read(sample, read_base) if isinstance(row, AlignedSentence)]
    known = [(row, *_lengths_of(row, lengths)) for row in sentences]
    if base is None:
        # Without lengths only an index 0 tells anything: no index can equal the length −1.
        base = guess_base((row.reading, source or -1, target or -1) for row, source, target in known)
        if base is None and alignment_format.needs_tokens:
            base = base_that_fits(lambda wanted: _fits(alignment_format.read(sample, wanted)))
    is_reversed = _guess_direction(known, 1 if candidate.base is None and base == 1 else 0)
    return Candidate(candidate.name, candidate.kind, candidate.reason, base, is_reversed)


def _fits(rows: Iterable[AlignedRow]) -> bool:
    return not any(isinstance(row, Rejected) for row in rows)


def _lengths_of(row: AlignedSentence, lengths: Sequence[tuple[int, int]]) -> tuple[int, int]:
    if row.source_tokens is not None and row.target_tokens is not None:
        return len(row.source_tokens), len(row.target_tokens)
    return lengths[row.number - 1] if row.number <= len(lengths) else (0, 0)


def _guess_direction(known: Sequence[tuple[AlignedSentence, int, int]], offset: int) -> bool | None:
    """Return False or True if links fit the sentences in only one of the two directions, else None."""
    forward = backward = True
    for row, source_length, target_length in known:
        if not source_length:
            continue
        for source, target in row.reading.links:
            i, j = source - offset, target - offset
            forward = forward and i < source_length and j < target_length
            backward = backward and j < source_length and i < target_length
    return None if forward == backward else backward
