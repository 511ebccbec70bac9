from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import ExitStack, closing
from dataclasses import dataclass
from typing import IO

from alignment.formats.detection import detect_file_encoding, open_text
from alignment.formats.parallel.lines import (
    find_separator,
    find_tab,
    read_bitext,
    read_jsonl,
    read_moses,
    read_naacl,
    write_bitext,
    write_jsonl,
    write_moses,
    write_naacl,
)
from alignment.formats.parallel.pairs import Languages, Pair, Row
from alignment.formats.parallel.tables import TableChoice, read_table, write_table, write_tsv
from alignment.formats.parallel.tmx import read_tmx, write_tmx
from alignment.formats.parallel.tmx_languages import UnclearLanguagesError, choose_languages, count_languages
from alignment.formats.parallel.xliff import read_xliff, write_xliff
from alignment.formats.parallel.xml_text import detect_xml_encoding, find_fault_for_xml
from annotation_site.texts.json_lines import open_json_lines


def _find_nothing(_pair: Pair) -> str | None:
    return None


@dataclass(frozen=True, slots=True)
class ParallelFormat:
    """`read` takes one iterable of lines per file, then the files' names for its errors; if `reads_bytes`, an open file
    instead of lines, and the encoding and languages last.

    `writer` yields a text for each of the files, `find_fault` returns why the format cannot hold a pair, and `keeps_*`
    name what it carries besides texts.
    """

    name: str
    files: int
    read: Callable[..., Iterator[Row]]
    writer: Callable[[Iterable[Pair], Languages], Iterator[tuple[str, ...]]]
    reads_bytes: bool = False
    find_fault: Callable[[Pair], str | None] = _find_nothing
    keeps_identifiers: bool = True
    keeps_tokens: bool = False
    is_table: bool = False

    def read_files(
        self,
        files: Sequence[IO[bytes]],
        names: Sequence[str],
        encodings: Sequence[str],
        languages: Languages = ("", ""),
        *,
        are_chosen: bool = False,
        choice: TableChoice | None = None,
    ) -> Generator[Row]:
        """Yield rows of open files; `languages` choose the texts if a file holds several, and are taken as they are if
        a person has chosen them, `choice` the columns of a table. Closes the files at the end, or when closed itself.
        """
        if self.is_table:
            yield from self.read(files[0], names, encodings[0], languages, choice)
            return
        if self.reads_bytes:
            chosen = languages
            if not are_chosen:
                chosen = self.choose_languages(files[0], names[0], encodings[0], languages)
            yield from self.read(files[0], names, encodings[0], chosen)
            return
        with ExitStack() as stack:
            open_lines = open_json_lines if self.name == "jsonl" else open_text
            lines = [
                stack.enter_context(closing(open_lines(file, encoding, name)))
                for file, encoding, name in zip(files, encodings, names, strict=True)
            ]
            yield from self.read(*lines, names)

    @property
    def has_lines(self) -> bool:
        """Return whether people count the pairs of a file as its lines or rows."""
        return self.is_table or not self.reads_bytes

    def choose_languages(self, file: IO[bytes], name: str, encoding: str, wanted: Languages) -> Languages:
        """Return the languages to read, as a file with several names them. Raise FormatError if it is unclear which."""
        if self.name != "tmx":
            return wanted
        languages = count_languages(file, encoding)
        choice = choose_languages(languages, wanted)
        if choice.question:
            raise UnclearLanguagesError(name, choice.question)
        return choice.source, choice.target

    def detect_encoding(self, file: IO[bytes], name: str = "") -> str:
        """Return the likeliest encoding, considering a declaration inside the file; leaves the file at its start."""
        if self.is_table:
            return ""  # a workbook has none, and other tables detect their own
        return detect_xml_encoding(file, name) if self.reads_bytes else detect_file_encoding(file, name)

    def write(self, pairs: Iterable[Pair], languages: Languages = ("", "")) -> Iterator[tuple[str, ...]]:
        """Yield pieces of text for each file, streaming. Raise ValueError with a message for the user if a pair does
        not fit.
        """
        return self.writer(self._fitting(pairs), languages)

    def _fitting(self, pairs: Iterable[Pair]) -> Iterator[Pair]:
        for pair in pairs:
            if fault := self.find_fault(pair):
                raise ValueError(f"Row {pair.line}: {fault}")
            yield pair


PARALLEL_FORMATS = {
    text_format.name: text_format
    for text_format in (
        ParallelFormat("moses", 2, read_moses, write_moses, keeps_identifiers=False),
        ParallelFormat("bitext", 1, read_bitext, write_bitext, find_fault=find_separator, keeps_identifiers=False),
        ParallelFormat("table", 1, read_table, write_table, reads_bytes=True, is_table=True),
        ParallelFormat("tsv", 1, read_table, write_tsv, reads_bytes=True, is_table=True, find_fault=find_tab),
        ParallelFormat("tmx", 1, read_tmx, write_tmx, reads_bytes=True, find_fault=find_fault_for_xml),
        ParallelFormat("xliff", 1, read_xliff, write_xliff, reads_bytes=True, find_fault=find_fault_for_xml),
        ParallelFormat("jsonl", 1, read_jsonl, write_jsonl, keeps_tokens=True),
        ParallelFormat("naacl", 2, read_naacl, write_naacl),
    )
}
