"""The files of a parallel text: their format and encodings, and their rows, split into tokens."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field, replace
from itertools import islice
from typing import IO, Any

from alignment.formats import (
    ALIGNMENT_FORMATS,
    DETECT,
    PARALLEL_FORMATS,
    Candidate,
    FormatError,
    Pair,
    ParallelFormat,
    Rejected,
    Row,
    choose_format,
    detect_format,
    open_text,
    tokenise_pair,
)
from alignment.formats.parallel.tables import TableChoice, list_roles, open_pairs
from alignment.formats.recognition import IN_TWO_FILES, FormatChoice
from alignment.imports.jobs.file_languages import ChosenLanguages, choose_file_languages
from alignment.imports.jobs.packed_texts import TextPart, find_parts
from alignment.pairs.raw_text import TextSigns
from alignment.projects.models import AlignmentSettings
from annotation_site.jobs.files import uploads_of
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.running import JobRun
from annotation_site.previews.queries import find_earlier_tables
from annotation_site.tables.columns import Assignment, ColumnsError, check_assignment, describe_table
from annotation_site.tables.reading import TableOptions
from annotation_site.texts.not_text import NotTextError
from annotation_site.texts.tokens import TokenMethod
from annotation_site.web.exceptions import DomainError

SIDES = ("source", "target")
IMPORT_KIND = "import"
SHOWN_PAIRS = 8
# By which raw and tokenised text are told apart.
SAMPLE_PAIRS = 1_000
REPORT_EVERY = 500


@dataclass(frozen=True)
class FoundTable:
    """A table as it is read and shown, with the reason its columns cannot be read so, empty if they can."""

    choice: TableChoice
    description: dict[str, Any]
    fault: str = ""


@dataclass(frozen=True)
class TextFiles:
    """The uploads of a text, and the files in them as they are read; `looks_like` is another format, if they seem to be
    of that.
    """

    uploads: Sequence[Upload]
    parts: Sequence[TextPart]
    layout: ParallelFormat
    encodings: Sequence[str]
    languages: tuple[str, str]
    is_reversed: bool = False
    looks_like: Candidate | None = None
    memory: ChosenLanguages | None = None
    table: FoundTable | None = None
    methods: tuple[TokenMethod, TokenMethod] = ("words", "words")
    signs: tuple[TextSigns, TextSigns] = field(default_factory=lambda: (TextSigns(), TextSigns()))

    @contextmanager
    def rows(self) -> Iterator[Iterator[Row]]:
        """Open the files and give their rows. Raise FormatError inside if a file is unusable."""
        names = [part.name for part in self.parts]
        with ExitStack() as stack:
            files: list[IO[bytes]] = [stack.enter_context(part.open()) for part in self.parts]
            # The reader lets go of its files before they close.
            tags = (self.memory.source, self.memory.target) if self.memory else self.languages
            choice = self.table.choice if self.table else None
            read = self.layout.read_files(
                files, names, self.encodings, tags, are_chosen=self.memory is not None, choice=choice
            )
            rows = stack.enter_context(closing(read))
            yield map(_reverse, rows) if self.is_reversed else rows


def find_text_files(run: JobRun) -> TextFiles:
    """Return the job's files with their format and encodings, detected unless they were given."""
    parameters, uploads = run.parameters, uploads_of(run)
    try:
        parts = find_parts(uploads, _languages(run))
        choice = _choose_format(parts, parameters)
        layout = PARALLEL_FORMATS[choice.name]
        encodings = [parameters["encoding"] or _detect_encoding(layout, part) for part in parts]
    except FormatError as error:
        raise DomainError(str(error)) from error
    memory = choose_file_languages(parameters, parts[0], encodings[0]) if layout.name == "tmx" else None
    table = _find_table(run, parts[0]) if layout.is_table else None
    if table:
        encodings = [table.description["encoding"]]
    files = TextFiles(
        uploads, parts, layout, encodings, _languages(run), _is_reversed(run), choice.looks_like, memory, table=table
    )
    signs = _find_signs(files)
    wanted = parameters["tokens"]
    methods = (signs[0].method, signs[1].method) if wanted == DETECT else (wanted, wanted)
    return replace(files, methods=methods, signs=signs)


def _choose_format(parts: Sequence[TextPart], parameters: Mapping[str, Any]) -> FormatChoice:
    """Return the format that was asked for or detected, by the first file. Raise FormatError if none fits."""
    with parts[0].open() as file:
        wanted, encoding = parameters["format"], parameters["encoding"]
        return choose_format(file, parts[0].name, "text", wanted, files=len(parts), encoding=encoding)


def reopen_text_files(run: JobRun, preview: Job) -> TextFiles:
    """Return the files of an import as its preview read them."""
    layout, encodings = PARALLEL_FORMATS[run.parameters["format"]], preview.result["encodings"]
    memory = preview.result.get("file_languages")
    table = preview.result.get("table")
    methods = preview.result.get("tokens") or dict.fromkeys(SIDES, run.parameters["tokens"])
    uploads = uploads_of(run)
    return TextFiles(
        uploads,
        find_parts(uploads, _languages(run)),
        layout,
        encodings,
        _languages(run),
        _is_reversed(run),
        memory=ChosenLanguages(**memory) if memory else None,
        table=FoundTable(_choose_columns(run, table["assignment"]), table) if table else None,
        methods=(methods["source"], methods["target"]),
    )


def _find_table(run: JobRun, part: TextPart) -> FoundTable:
    """Return the table of a file with the columns that were asked for, were those of an earlier file, or look right."""
    languages, name = _languages(run), part.name
    earlier = [table["assignment"] for table in find_earlier_tables(IMPORT_KIND, run.job)]
    choice = _choose_columns(run, run.parameters.get("columns", {}), earlier)
    try:
        with part.open() as file:
            table, assignment = open_pairs(file, name, "", languages, choice)
            description = describe_table(table, assignment)
    except FormatError as error:
        raise DomainError(str(error)) from error
    table_found = FoundTable(replace(choice, columns=assignment), description)
    try:
        check_assignment(list_roles(languages), assignment, table.columns, name)
    except ColumnsError as fault:
        is_one_text = not assignment.get("source") and not assignment.get("target")
        return replace(table_found, fault=f"{fault.sentence} {IN_TWO_FILES}" if is_one_text else fault.sentence)
    return table_found


def _choose_columns(run: JobRun, columns: Assignment, earlier: Sequence[Assignment] = ()) -> TableChoice:
    options = TableOptions(run.parameters["encoding"], **run.parameters.get("table", {}))
    return TableChoice(options, columns, earlier)


def _find_signs(files: TextFiles) -> tuple[TextSigns, TextSigns]:
    """Return the signs of raw text on both sides of the first pairs, where these have no tokens of their own."""
    source, target = TextSigns(), TextSigns()
    if files.table and files.table.fault:
        return source, target
    try:
        with files.rows() as rows:
            for row in islice(rows, SAMPLE_PAIRS):
                if isinstance(row, Pair) and row.source_tokens is None:
                    source.add(row.source)
                if isinstance(row, Pair) and row.target_tokens is None:
                    target.add(row.target)
    except FormatError as error:
        raise DomainError(str(error)) from error
    return source, target


def find_links_format(files: TextFiles) -> str:
    """Return the format in which one file has links beside its words, which an import of the text would leave out;
    empty if it has none.
    """
    if len(files.parts) > 1 or not files.layout.has_lines or not files.encodings[0]:
        return ""
    part = files.parts[0]
    with part.open() as file, closing(open_text(file, files.encodings[0], part.name)) as lines:
        sample = list(islice(lines, SAMPLE_PAIRS))
    # The first row may be a header.
    candidates = [candidate for first in (0, 1) for candidate in detect_format(sample[first:]).candidates]
    kept = (
        candidate.name
        for candidate in candidates
        if candidate.kind == "links" and "tokens" in ALIGNMENT_FORMATS[candidate.name].keeps
    )
    return next(kept, "")


def find_other_format(preview: Job) -> tuple[str, str] | None:
    """Return another format that the first file of a failed preview looks like, and the reason, empty if none; None if
    no format can help, because the file is no text.
    """
    parameters = preview.parameters
    languages = parameters["source_language"], parameters["target_language"]
    wanted = parameters["uploads"]
    uploads = sorted(preview.project.uploads.filter(pk__in=wanted), key=lambda upload: wanted.index(upload.pk))
    if not uploads:
        return "", ""
    try:
        parts = find_parts(uploads, languages)
        choice = _choose_format(parts, parameters)
    except NotTextError:
        return None
    except FormatError:
        return "", ""
    return (choice.looks_like.name, choice.looks_like.reason) if choice.looks_like else ("", "")


@contextmanager
def open_rows(run: JobRun, files: TextFiles, total: int | None = None) -> Iterator[Iterator[Row]]:
    """Give the rows, split into tokens; FormatError becomes the job's message."""
    try:
        with files.rows() as rows:
            # Asked for before the first row: the one who reads rows may keep the connection busy.
            yield _tokenised(run, files, rows, find_target_words(run), total)
    except FormatError as error:
        raise DomainError(str(error)) from error


def _reverse(row: Row) -> Row:
    return row if isinstance(row, Rejected) else row.reversed()


def _detect_encoding(layout: ParallelFormat, part: TextPart) -> str:
    with part.open() as file:
        return layout.detect_encoding(file, part.name)


def _languages(run: JobRun) -> tuple[str, str]:
    return run.parameters["source_language"], run.parameters["target_language"]


def _is_reversed(run: JobRun) -> bool:
    return bool(run.parameters.get("is_reversed"))


def _tokenised(
    run: JobRun, files: TextFiles, rows: Iterator[Row], target_words: TargetWords, total: int | None
) -> Iterator[Row]:
    languages, methods = files.languages, files.methods
    for count, row in enumerate(rows, start=1):
        if count % REPORT_EVERY == 0:
            run.report(count, max(total, count) if total else None)
        if isinstance(row, Pair):
            row = tokenise_pair(row, *languages, *methods)
        yield target_words.keep(row)


@dataclass(frozen=True)
class TargetWords:
    """The listed words of each side, case-folded; a pair whose file marks its own words keeps those. `is_needed`: the
    project aligns target words only, or some are listed.
    """

    source: frozenset[str]
    target: frozenset[str]
    is_needed: bool

    def find(self, pair: Pair) -> tuple[Sequence[int], Sequence[int]]:
        """Return the indices of the target words on both sides of a pair."""
        if not self.is_needed:
            return (), ()
        own = pair.source_target_words, pair.target_target_words
        if own != (None, None):
            return own[0] or (), own[1] or ()
        return _find_words(pair.source_tokens or (), self.source), _find_words(pair.target_tokens or (), self.target)

    def keep(self, row: Row) -> Row:
        """Return the row, or the reason to skip it: a pair without target words gives its annotator nothing to do."""
        if isinstance(row, Rejected) or not self.is_needed or any(self.find(row)):
            return row
        return Rejected(row.line, "The pair has none of the target words.", row.source[:80])


def _find_words(tokens: Sequence[str], words: frozenset[str]) -> list[int]:
    return [index for index, token in enumerate(tokens) if token.casefold() in words] if words else []


def find_target_words(run: JobRun) -> TargetWords:
    source, target = frozenset(run.parameters["source_words"]), frozenset(run.parameters["target_words"])
    is_sample = run.job.project.alignment.scope == AlignmentSettings.Scope.TARGET_WORDS
    return TargetWords(source, target, is_sample or bool(source or target))


def require_target_words(run: JobRun, files: TextFiles) -> None:
    """Raise DomainError if words are needed, but none are listed, and the format cannot mark them."""
    words = find_target_words(run)
    if words.is_needed and not (words.source or words.target or files.layout.keeps_tokens):
        raise DomainError("This project aligns only target words. List them, one per line.")
