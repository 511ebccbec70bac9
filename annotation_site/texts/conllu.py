"""CoNLL-U, and what adds columns to it such as .cupt: sentences with every line as it stands in the file.

The one reader of these formats; whatever needs words, lemmas or marked expressions starts from its sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal, NamedTuple, Self

from annotation_site.texts.faults import Rejected, reject
from annotation_site.texts.token_places import Span, fit_tokens

COLUMN_NAMES = ("ID", "FORM", "LEMMA", "UPOS", "XPOS", "FEATS", "HEAD", "DEPREL", "DEPS", "MISC")
ID, FORM, LEMMA, UPOS, XPOS, FEATS, HEAD, DEPREL, DEPS, MISC = range(len(COLUMN_NAMES))
COLUMNS = len(COLUMN_NAMES)
EXPRESSIONS = "PARSEME:MWE"
CUPT_HEADER = f"# global.columns = {' '.join(COLUMN_NAMES)} {EXPRESSIONS}"
_HEADER = "# global.columns"


class ConlluRow(NamedTuple):
    """A line of a sentence that is no comment: a word (1), a range of words that share a form (1-2), or an empty node
    (1.1). `first` and `last` are the numbers of its words, of an empty node that of the word before it.
    """

    line: int
    place: int  # in the sentence's lines
    cells: list[str]
    kind: Literal["word", "range", "empty"]
    first: int
    last: int

    @property
    def is_spaced(self) -> bool:
        """Return whether a space follows."""
        return "SpaceAfter=No" not in self.cells[MISC].split("|")


@dataclass(frozen=True, slots=True)
class ConlluWord:
    """A word; lemma and upos are None for `_`. `span` is the place in the sentence of the form, or of the form that it
    shares with adjacent words.
    """

    form: str
    lemma: str | None
    upos: str | None
    span: Span = field(default=(0, 0), compare=False)


@dataclass(frozen=True, slots=True)
class ConlluSentence:
    """A sentence: its lines without their ends, comments included, and the rows among them.

    `line` is that of the first row in the file. `column` is the place of the column for expressions in a row; the first
    one after those of CoNLL-U where the file does not name it.
    """

    line: int
    lines: tuple[str, ...]
    rows: tuple[ConlluRow, ...]
    column: int = COLUMNS

    @property
    def words(self) -> list[ConlluRow]:
        """Return the rows that are words, in their order."""
        return [row for row in self.rows if row.kind == "word"]

    @property
    def text(self) -> str:
        """Return the text of the comment, empty where there is none."""
        return self.find_comment("text") or ""

    @property
    def comments(self) -> list[str]:
        return [line for line in self.lines if line.startswith("#")]

    def find_comment(self, name: str) -> str | None:
        """Return the value of `# name = value` before the first row, of several the last one; None without one."""
        found = None
        for line in self.lines[: self.rows[0].place]:
            key, sign, value = line.lstrip("#").partition("=")
            if sign and key.strip() == name:
                found = value.strip()
        return found

    def read_expression(self, row: ConlluRow) -> str | None:
        """Return the cell of the column for expressions; None where the row ends before it."""
        return row.cells[self.column] if len(row.cells) > self.column else None

    def write_lines(self, expressions: Sequence[str] | None = None) -> list[str]:
        """Return the lines as they were read; with `expressions`, a cell for each row, that column is replaced, or
        added with the other columns untouched.
        """
        if expressions is None:
            return list(self.lines)
        lines = list(self.lines)
        for row, cell in zip(self.rows, expressions, strict=True):
            cells = row.cells + ["_"] * (self.column - len(row.cells))
            cells[self.column : self.column + 1] = [cell]
            lines[row.place] = "\t".join(cells)
        return lines

    def write_columns(self) -> list[str]:
        """Return the lines with the columns of CoNLL-U alone."""
        lines = list(self.lines)
        for row in self.rows:
            lines[row.place] = "\t".join(row.cells[:COLUMNS])
        return lines

    def with_expressions(self, expressions: Sequence[str]) -> Self:
        """Return the sentence with another column for expressions, a cell for each row."""
        lines = self.write_lines(expressions)
        rows = tuple(row._replace(cells=lines[row.place].split("\t")) for row in self.rows)
        return replace(self, lines=tuple(lines), rows=rows)

    def place_words(self) -> tuple[str, tuple[ConlluWord, ...]]:
        """Return the text, and the words with their places in it.

        The text is that of the comment where the words stand in it one after the other, else the words with their
        spaces (`SpaceAfter=No`). Words that share a form stand where it stands; empty nodes have no place.
        """
        forms, spaced, homes = self.list_forms()
        text, places = fit_tokens(forms, self.text, spaced)
        return text, tuple(make_word(row, places[home]) for row, home in zip(self.words, homes, strict=True))

    def list_forms(self) -> tuple[list[str], list[bool], list[int]]:
        """Return the forms that make up the text, whether a space follows each, and the place among them of the form of
        each word.
        """
        forms, spaced, homes = list[str](), list[bool](), list[int]()
        shared_until = 0
        for row in self.rows:
            if row.kind == "empty":
                continue
            if row.kind == "range":
                shared_until = row.last
            if row.kind == "range" or row.first > shared_until:
                forms.append(row.cells[FORM])
                spaced.append(row.is_spaced)
            if row.kind == "word":
                homes.append(len(forms) - 1)
        return forms, spaced, homes


def make_word(row: ConlluRow, span: Span = (0, 0)) -> ConlluWord:
    """Return the row as a word. `_` is a lemma where it is the form, too."""
    form, lemma, upos = row.cells[FORM], row.cells[LEMMA], row.cells[UPOS]
    return ConlluWord(form, lemma if lemma != "_" or form == "_" else None, upos if upos != "_" else None, span)


def read_conllu(lines: Iterable[str]) -> Iterator[ConlluSentence | Rejected]:
    """Yield sentences in order; the first malformed line ends its sentence and yields a Rejected in its place.

    Blank lines are no part of a sentence. Comments after the last one belong to none.
    """
    sentence, column = _OpenSentence(), COLUMNS
    for number, line in enumerate(lines, 1):
        line = line.rstrip("\r\n")
        cells = line.split("\t")
        name = cells[0]
        # Nearly all lines are those of words.
        if name.isdecimal() and name.isascii() and len(name) < 7 and len(cells) >= COLUMNS and cells[FORM]:
            if not sentence.fault:
                first = int(name)
                sentence.rows.append(ConlluRow(number, len(sentence.lines), cells, "word", first, first))
                sentence.lines.append(line)
        elif line.startswith("#"):
            if line.startswith(_HEADER) and EXPRESSIONS in (names := line.partition("=")[2].split()):
                column = names.index(EXPRESSIONS)
            sentence.lines.append(line)
        elif line.strip():
            sentence.add(number, line, cells)
        elif sentence.rows or sentence.fault:
            yield sentence.close(column)
            sentence = _OpenSentence()
    if sentence.rows or sentence.fault:
        yield sentence.close(column)


@dataclass(slots=True)
class _OpenSentence:
    lines: list[str] = field(default_factory=list)
    rows: list[ConlluRow] = field(default_factory=list)
    fault: Rejected | None = None

    def add(self, number: int, line: str, cells: list[str]) -> None:
        """Add a range or an empty node; what is neither is the fault of the sentence."""
        if self.fault:
            return
        name, place = cells[0], len(self.lines)
        self.lines.append(line)
        first, _, last = name.partition("-")
        if len(cells) < COLUMNS:
            fault = f"A CoNLL-U word line needs {COLUMNS} columns; this one has {len(cells)}."
            # Editors and mail turn tabs into spaces.
            if len(line.split()) >= COLUMNS:
                fault += " Separate columns by tabs, not by spaces."
            self.fault = reject(number, fault, line)
        elif "." in name:
            before = name.partition(".")[0]
            after = int(before) if _is_number(before) else 0
            self.rows.append(ConlluRow(number, place, cells, "empty", after, after))
        elif _is_number(first) and _is_number(last) and cells[FORM]:
            self.rows.append(ConlluRow(number, place, cells, "range", int(first), int(last)))
        else:
            self.fault = reject(number, "A CoNLL-U word line must begin with number and form.", line)

    def close(self, column: int) -> ConlluSentence | Rejected:
        return self.fault or ConlluSentence(self.rows[0].line, tuple(self.lines), tuple(self.rows), column)


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 7
