"""Published data that labels occurrences of expressions in formats of their own, as rows of compounds.

MAGPIE and the PIE corpus: objects of `idiom`, `context` (sentences, the middle one with the idiom), `offsets`, `label`.
ID10M: a token and a tag (B-IDIOM, I-IDIOM, O) a line, sentences separated by empty lines. VNC-Tokens:
`I blow_whistle A/A0/A0X 123`, which points into the British National Corpus. SemEval-2022 task 2 and AdMIRe are tables;
in the former 0 is idiomatic and 1 literal, which only its other columns can tell.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass, field, replace
from io import BytesIO
from itertools import islice
from typing import Any

from annotation_site.tables.reading import RECOGNISED, Row, Table, TableOptions, make_table, open_table
from annotation_site.tables.workbooks import is_workbook
from annotation_site.texts.faults import Rejected, reject
from annotation_site.texts.labelled_idioms import (
    BEGINS,
    OUTSIDE,
    TAGGED_LINE,
    VNC_LINE,
    TaggedSentence,
    are_all,
    bring_spaces,
    split_tagged,
)
from annotation_site.texts.lines import detect_file_encoding, open_text
from idiomaticity.compounds.labels import IDIOMATIC, LITERAL
from idiomaticity.compounds.word_forms import find_words

NO_HEAD = "-"
SIGN_LINES = 50
# MAGPIE's label of a sentence that the search for idioms took by mistake; in other data “f” is figurative.
_FALSE_EXTRACTION = "false extraction"
_VNC_COLUMNS = ("compound", "head", "sentence", "label")
_TAGGED_COLUMNS = ("compound", "head", "sentence", "span", "label")
# What MAGPIE calls otherwise, and what its rows are read as.
_OF_MAGPIE = ("context", "offsets", "idiom")
_MAGPIE_COLUMNS = (*_TAGGED_COLUMNS, "previous", "next")
# The columns by which a table of SemEval-2022 task 2 is recognised, and its labels.
_SEMEVAL, _SEMEVAL_LABELS = frozenset({"dataid", "mwe", "target", "label"}), {"0": IDIOMATIC, "1": LITERAL}


def open_occurrences(data: bytes, name: str, options: TableOptions = RECOGNISED) -> Table:
    """Return the table of a file, or the labelled occurrences in a format of their own as one.

    Raise FormatError if it is none.
    """
    lines = [] if is_workbook(BytesIO(data), name) else _peek(data, name, options.encoding)
    if are_all(TAGGED_LINE, lines):
        return make_table(name, "ID10M", _TAGGED_COLUMNS, lambda: _read_tagged(data, name, options.encoding))
    if are_all(VNC_LINE, lines):
        return make_table(name, "VNC-Tokens", _VNC_COLUMNS, lambda: _read_vnc(data, name, options.encoding))
    table = open_table(BytesIO(data), name, options)
    if table.kind == "json" and "idiom" in table.columns and _has_lists(table, "context"):
        return _translate_magpie(table)
    normal = {"".join(column.lower().split()): column for column in table.columns}
    return _translate_semeval(table, normal["label"]) if normal.keys() >= _SEMEVAL else table


def holds_tagged_idioms(data: bytes) -> bool:
    """Return whether a file has the form of ID10M."""
    return are_all(TAGGED_LINE, _peek(data, "", ""))


def _peek(data: bytes, name: str, encoding: str) -> list[str]:
    with closing(_open_lines(data, name, encoding)) as lines:
        return [line.rstrip("\r\n") for line in islice(lines, SIGN_LINES)]


def _open_lines(data: bytes, name: str, encoding: str) -> Generator[str]:
    return open_text(BytesIO(data), encoding or detect_file_encoding(BytesIO(data), name), name)


def _has_lists(table: Table, column: str) -> bool:
    if column not in table.columns:
        return False
    at = table.columns.index(column)
    return any(isinstance(row.cells[at], list) for row in table.read_sample(SIGN_LINES))


def _translate_magpie(table: Table) -> Table:
    """Return the table with the names and texts of compounds."""
    columns = list(dict.fromkeys([*(name for name in table.columns if name not in _OF_MAGPIE), *_MAGPIE_COLUMNS]))

    def read_rows() -> Generator[Row | Rejected]:
        for row in table.rows():
            if isinstance(row, Rejected):
                yield row
            else:
                cells = _read_magpie(dict(zip(table.columns, row.cells, strict=True)))
                yield Row(row.line, [cells.get(column, "") for column in columns])

    return make_table(table.name, f"{table.title} of MAGPIE", columns, read_rows)


def _translate_semeval(table: Table, column: str) -> Table:
    """Return the table with names for its labels 0 and 1."""
    at = table.columns.index(column)

    def read_rows() -> Generator[Row | Rejected]:
        for row in table.rows():
            if isinstance(row, Rejected):
                yield row
            else:
                label = str(row.cells[at])
                named = _SEMEVAL_LABELS.get(label, label)
                yield Row(row.line, [*row.cells[:at], named, *row.cells[at + 1 :]])

    return replace(table, _open_rows=read_rows)


def _read_magpie(cells: Mapping[str, Any]) -> dict[str, Any]:
    given = cells.get("context")
    context = [text for text in (given if isinstance(given, list) else [given]) if isinstance(text, str)]
    middle, sentence = len(context) // 2, cells.get("sentence")
    if isinstance(sentence, str) and sentence:
        before = context.index(sentence) if sentence in context else middle
        after = before + (sentence in context)
    else:
        sentence, before, after = (context[middle] if context else ""), middle, middle + 1
    label = cells.get("label") or cells.get("sense_label") or ""
    return {
        **{name: cell for name, cell in cells.items() if name not in _OF_MAGPIE},
        "compound": cells["idiom"],
        # Idioms of any form: which of their words is the head is not told.
        "head": cells.get("head") or NO_HEAD,
        "sentence": sentence,
        "span": cells.get("offsets", ""),
        "label": _FALSE_EXTRACTION if label == "f" else label,
        "previous": " ".join(context[:before]),
        "next": " ".join(context[after:]),
    }


def _read_vnc(data: bytes, name: str, encoding: str) -> Generator[Row | Rejected]:
    with closing(_open_lines(data, name, encoding)) as lines:
        for number, line in enumerate(lines, start=1):
            if not (text := line.strip()):
                continue
            if match := VNC_LINE.fullmatch(text):
                label, expression, document, sentence = match.groups()
                pointer = f"sent{sentence}: ({document}, {sentence})"
                yield Row(number, [expression.replace("_", " "), NO_HEAD, pointer, label])
            else:
                yield reject(number, "The line is not a label, an expression, a document and a sentence number.", text)


def _mark(tagged: TaggedSentence, joint: str) -> _MarkedSentence:
    """Return the text with its marked idioms; `joint` stands between tokens where they bring no spaces."""
    marked = _MarkedSentence(tagged.line)
    before = OUTSIDE
    for token, tag in zip(tagged.tokens, tagged.tags, strict=True):
        start, bare = len(marked.text), token.strip()
        marked.text += token + joint
        if tag == BEGINS or (tag != OUTSIDE and not marked.idioms):
            marked.idioms.append(_MarkedIdiom())
        if tag != OUTSIDE:
            marked.idioms[-1].add(start, start + len(bare), token + joint, is_next=before != OUTSIDE)
        before = tag
    return marked


@dataclass(slots=True)
class _MarkedIdiom:
    """The words of one idiom as they stand, and their places; other words may part them."""

    words: str = ""
    spans: list[list[int]] = field(default_factory=list)

    def add(self, start: int, end: int, word: str, *, is_next: bool) -> None:
        if is_next and self.spans:
            self.spans[-1][1] = end
        else:
            self.spans.append([start, end])
        self.words += word


@dataclass(slots=True)
class _MarkedSentence:
    line: int
    text: str = ""
    idioms: list[_MarkedIdiom] = field(default_factory=list)


def _read_tagged(data: bytes, name: str, encoding: str) -> Generator[Row | Rejected]:
    """Yield marked idioms as idiomatic; in sentences without a mark, an idiom of the file is used literally."""
    with closing(_open_lines(data, name, encoding)) as lines:
        sentences = list(split_tagged(lines))
    joint = "" if bring_spaces(sentences) else " "
    marked = [_mark(sentence, joint) for sentence in sentences]
    idioms = {_fold(idiom.words): idiom.words.strip() for sentence in marked for idiom in sentence.idioms}
    lengths = sorted({len(key) for key in idioms}, reverse=True)
    for sentence in marked:
        for idiom in sentence.idioms:
            yield _take_idiom(sentence, idioms[_fold(idiom.words)], IDIOMATIC, idiom.spans)
        if sentence.idioms:
            continue
        if unmarked := _find_unmarked(sentence.text, idioms, lengths):
            yield _take_idiom(sentence, unmarked, LITERAL)
        else:
            reason = "No idiom is marked in this sentence, and none of the file occurs in it."
            yield reject(sentence.line, reason, sentence.text)


def _take_idiom(sentence: _MarkedSentence, idiom: str, label: str, spans: object = "") -> Row:
    return Row(sentence.line, [idiom, NO_HEAD, sentence.text, spans, label])


def _fold(text: str) -> tuple[str, ...]:
    return tuple(word.text.casefold() for word in find_words(text))


def _find_unmarked(text: str, idioms: Mapping[tuple[str, ...], str], lengths: Sequence[int]) -> str:
    """Return the longest idiom of the file that occurs in the text word for word, or nothing."""
    words = _fold(text)
    for length in lengths:
        for start in range(len(words) - length + 1):
            if idiom := idioms.get(words[start : start + length]):
                return idiom
    return ""
