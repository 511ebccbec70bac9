"""Conversions of files on disk: the files that each format needs, written completely or not at all."""

from __future__ import annotations

import zipfile
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path

from alignment.formats.conversion import BlankLines, LinkConversion, Report, convert_texts
from alignment.formats.detection import detect_file_encoding
from alignment.formats.files import is_folder_archive, read_folder, write_folder
from alignment.formats.link_rows import read_link_rows
from alignment.formats.links.aligned import AlignedRow, AlignmentFormat, Base
from alignment.formats.links.registry import ALIGNMENT_FORMATS
from alignment.formats.parallel.line_ids import NOTE as IDS_NOTE
from alignment.formats.parallel.pairs import Languages, Pair, Row, tokenise_pair
from alignment.formats.parallel.registry import PARALLEL_FORMATS, ParallelFormat
from alignment.formats.parallel.tables import TableChoice
from alignment.formats.parallel.tmx_languages import UnclearLanguagesError
from alignment.formats.parallel.xml_text import detect_xml_encoding
from alignment.formats.recognisers import Candidate, Kind
from alignment.formats.recognition import (
    FOLDER,
    SAMPLE_LINES,
    Detection,
    detect_format,
    find_in_archive,
    is_archive,
)
from annotation_site.texts.faults import FormatError, Rejected
from annotation_site.texts.files import open_file, read_lines, replacing_files


@dataclass(frozen=True, slots=True)
class Conversion:
    """A conversion as requested on the command line; `paths` are the input files, then the output files."""

    paths: tuple[str, ...]
    source: str
    target: str
    source_base: Base | None = None
    target_base: Base | None = None
    reverse: bool = False
    encoding: str | None = None
    texts: tuple[str, str] | None = None
    languages: Languages = ("", "")
    annotator: str | None = None
    kind: Kind | None = None
    skip_rejected: bool = False
    choice: TableChoice = field(default_factory=TableChoice)
    blank_lines: BlankLines = "refuse"

    def run(self) -> Report:
        """Write the files. Raise FormatError, with nothing written, if that is impossible."""
        report = Report()
        try:
            if self.find_kind() == "links":
                self._convert_links(report)
            else:
                self._convert_texts(report)
        except UnclearLanguagesError as error:
            advice = "Name two with --source-language and --target-language."
            raise FormatError(error.file, None, f"{error.question} {advice}") from error
        except ValueError as error:
            raise FormatError(self.paths[0], None, str(error)) from error
        except OSError as error:
            raise FormatError(self.paths[-1], None, f"The file cannot be written: {error.strerror}.") from error
        return report

    def find_kind(self) -> Kind:
        """Return links or text; jsonl and naacl are names of both, and then the number of files may decide."""
        counts: dict[Kind, int] = {}
        names = {self.source, self.target}
        if names <= ALIGNMENT_FORMATS.keys() and self.kind in (None, "links"):
            counts["links"] = 2
        if names <= PARALLEL_FORMATS.keys() and self.kind in (None, "text"):
            counts["text"] = PARALLEL_FORMATS[self.source].files + PARALLEL_FORMATS[self.target].files
        if not counts:
            problem = f"{self.source} and {self.target} are not both link formats or both text formats."
            raise FormatError(self.paths[0], None, problem)
        fitting = [kind for kind, count in counts.items() if count == len(self.paths)]
        if not fitting:
            wanted = " or ".join(str(count) for count in sorted(set(counts.values())))
            problem = f"From {self.source} to {self.target} takes {wanted} files, not {len(self.paths)}."
            raise FormatError(self.paths[0], None, problem)
        if len(fitting) > 1:
            problem = f"{self.source} can be links or text. Choose with --kind links or --kind text."
            raise FormatError(self.paths[0], None, problem)
        return fitting[0]

    def _convert_links(self, report: Report) -> None:
        source, target = ALIGNMENT_FORMATS[self.source], ALIGNMENT_FORMATS[self.target]
        base = target.default_base if self.target_base is None else self.target_base
        conversion = LinkConversion(
            self.paths[0],
            source,
            target,
            base,
            self._open_texts(report),
            self.annotator,
            self.skip_rejected,
            " and ".join(self.texts or ()),
        )
        with closing(self._read_links(source)) as rows:
            sentences = conversion.sentences(rows, report)
            if target.is_folder:
                write_folder(self.paths[1], sentences, base)
                return
            with replacing_files(self.paths[1:]) as (file,):
                file.writelines(text.encode() for text in target.write(sentences, base))

    def _read_links(self, source: AlignmentFormat) -> Generator[AlignedRow]:
        path, base = self.paths[0], self.source_base
        if source.is_folder and (Path(path).is_dir() or zipfile.is_zipfile(path)):
            base = source.default_base if base is None else base
            yield from read_folder(path, base, reverse=self.reverse, encoding=self.encoding)
            return
        with (
            open_file(path) as file,
            closing(read_link_rows(source, file, path, base, reverse=self.reverse, encoding=self.encoding)) as rows,
        ):
            yield from rows

    def _open_texts(self, report: Report) -> Callable[[], Iterator[Row]] | None:
        if self.texts is None:
            return None
        return lambda: read_texts(self.texts or ("", ""), self.encoding, report.notes)

    def _convert_texts(self, report: Report) -> None:
        source, target = PARALLEL_FORMATS[self.source], PARALLEL_FORMATS[self.target]
        paths = self.paths[: source.files]
        with closing(self._read_texts(source, paths, report.notes)) as rows:
            if self.blank_lines == "keep" and target.name != "moses":
                raise FormatError(paths[0], None, "Blank lines can be kept in moses only. Skip them.")
            pairs = convert_texts(
                rows, target, paths, report, skip_rejected=self.skip_rejected, blank_lines=self.blank_lines
            )
            with replacing_files(self.paths[source.files :]) as files:
                for pieces in target.write(pairs, self.languages):
                    for file, piece in zip(files, pieces, strict=True):
                        file.write(piece.encode())

    def _read_texts(self, source: ParallelFormat, paths: Sequence[str], notes: dict[str, None]) -> Generator[Row]:
        with ExitStack() as stack:
            files = [stack.enter_context(open_file(path)) for path in paths]
            encodings = [
                self.encoding or source.detect_encoding(file, path) for file, path in zip(files, paths, strict=True)
            ]
            languages = self.languages[::-1] if self.reverse else self.languages
            read = source.read_files(files, paths, encodings, languages, choice=self.choice)
            rows = stack.enter_context(closing(read))
            for row in _note_ids(rows, source.name, notes):
                yield row.reversed() if self.reverse and not isinstance(row, Rejected) else row


def read_texts(
    paths: tuple[str, str], encoding: str | None = None, notes: dict[str, None] | None = None
) -> Generator[Row]:
    """Yield rows of two files, line by line, plain or in naacl's `<s snum=1>`; the first line shows which. `notes` get
    sentences on how they were read.
    """
    with closing(read_lines(paths[0], encoding)) as source, closing(read_lines(paths[1], encoding)) as target:
        first = list(islice(source, 1))
        name = "naacl" if first and first[0].lstrip().lower().startswith("<s snum") else "moses"
        rows = PARALLEL_FORMATS[name].read(chain(first, source), target, paths)
        yield from _note_ids(rows, name, {} if notes is None else notes)


def _note_ids(rows: Iterable[Row], format_name: str, notes: dict[str, None]) -> Iterator[Row]:
    """Yield the rows, and note if lines of a format without IDs began with some."""
    has_no_ids = not PARALLEL_FORMATS[format_name].keeps_identifiers
    for row in rows:
        if has_no_ids and isinstance(row, Pair) and row.identifier is not None:
            notes[IDS_NOTE] = None
        yield row


def detect_file(path: str, encoding: str | None = None, texts: tuple[str, str] | None = None) -> Detection:
    """Return the formats that the file, folder or zip may have; nothing is written."""
    if Path(path).is_dir():
        return Detection((Candidate("blinker", "links", "It is a folder with one file per pair.", 1),), (), encoding)
    with open_file(path) as file:
        if is_folder_archive(file, path):
            return Detection((FOLDER,), (), encoding)
        if is_archive(file):
            candidate = find_in_archive(file, path)
            if candidate is None:
                return Detection((), ("No format matches. Choose one.",), encoding)
            return Detection((candidate,), (), encoding)
        is_xml = file.read(200).replace(b"\x00", b"").lstrip(b"\xef\xbb\xbf\xff\xfe \t\r\n").startswith(b"<?xml")
        file.seek(0)
        encoding = encoding or (detect_xml_encoding(file, path) if is_xml else detect_file_encoding(file, path))
    lengths = []
    with ExitStack() as stack:
        for row in islice(stack.enter_context(closing(read_texts(texts, encoding))), SAMPLE_LINES) if texts else ():
            tokens = row if isinstance(row, Rejected) else tokenise_pair(row, "", "", "spaces")
            if isinstance(tokens, Rejected):
                raise FormatError(" and ".join(texts or ()), tokens.line, tokens.reason)
            lengths.append((len(tokens.source_tokens or ()), len(tokens.target_tokens or ())))
        return detect_format(stack.enter_context(closing(read_lines(path, encoding))), lengths, encoding)
