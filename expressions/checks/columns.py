"""Lines of a file in the .cupt format, cut into sentences; and rules of Universal Dependencies for lines and columns.

Level 1 asks whether the file can be read, level 2 for well-formed values. Source: validate.py of Universal
Dependencies, release 2.13, with `--lang ud`, as PARSEME's validator calls it.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from annotation_site.texts.conllu import COLUMN_NAMES, DEPREL, DEPS, FEATS, FORM, HEAD, LEMMA, MISC, UPOS
from expressions.checks.faults import Fault

_WORD, _RANGE, _EMPTY = (
    re.compile(r"[1-9][0-9]*"),
    re.compile(r"[1-9][0-9]*-[1-9][0-9]*"),
    re.compile(r"[0-9]+\.[1-9][0-9]*"),
)
_FEATURE = re.compile(r"([A-Z][A-Za-z0-9]*(?:\[[a-z0-9]+\])?)=([A-Z0-9][A-Za-z0-9]*(?:,[A-Z0-9][A-Za-z0-9]*)*)")
_TAGS = frozenset(
    ("ADJ", "ADP", "ADV", "AUX", "CCONJ", "DET", "INTJ", "NOUN", "NUM", "PART", "PRON", "PROPN", "PUNCT", "SCONJ",
     "SYM", "VERB", "X")
)  # fmt: skip
_RELATIONS = frozenset(
    ("acl", "advcl", "advmod", "amod", "appos", "aux", "case", "cc", "ccomp", "clf", "compound", "conj", "cop",
     "csubj", "dep", "det", "discourse", "dislocated", "expl", "fixed", "flat", "goeswith", "iobj", "list", "mark",
     "nmod", "nsubj", "nummod", "obj", "obl", "orphan", "parataxis", "punct", "reparandum", "root", "vocative", "xcomp")
)  # fmt: skip
_NO_SPACES = (0, UPOS, UPOS + 1, FEATS, HEAD, DEPREL, DEPS)
# What a column has where the file lacks it.
_DEFAULTS = ("1", "xxx", "_", "X", "_", "_", "1", "dep", "_", "_")


@dataclass(slots=True)
class CheckedRow:
    """A line of a word, a range or an empty node: its cells as the file has them, and those of CoNLL-U."""

    line: int
    cells: list[str]
    conllu: list[str]
    is_word: bool = False
    is_range: bool = False
    is_empty: bool = False

    def __post_init__(self) -> None:
        self.is_word = _WORD.fullmatch(self.name) is not None
        if not self.is_word:
            self.is_range = _RANGE.fullmatch(self.name) is not None
            self.is_empty = _EMPTY.fullmatch(self.name) is not None

    @property
    def name(self) -> str:
        return self.conllu[0]


@dataclass(slots=True)
class CheckedSentence:
    """The comments of a sentence with their lines, and its rows. `is_readable` is false where a row has another number
    of columns: rules of whole sentences then say nothing.
    """

    comments: list[tuple[int, str]] = field(default_factory=list)
    rows: list[CheckedRow] = field(default_factory=list)
    is_readable: bool = True

    @property
    def line(self) -> int:
        return self.rows[0].line if self.rows else self.comments[0][0]


def cut_sentences(lines: Iterable[str], names: Sequence[str], faults: list[Fault]) -> Iterator[CheckedSentence]:
    """Yield sentences of numbered lines; add faults of lines that are none of words, comments or ends."""
    sentence, number, is_ended = CheckedSentence(), 0, True
    places = [names.index(name) if name in names else None for name in COLUMN_NAMES]
    for number, line in enumerate(lines, 1):
        if line.endswith("\r"):
            faults.append(Fault(number, 1, "non-unix-newline", "The line ends in CR LF. Only LF is allowed."))
            line = line[:-1]
        is_ended = not line
        if line.strip():
            faults += _add_line(sentence, number, line, names, places)
            continue
        faults += _check_end(sentence, number, line)
        if sentence.rows:
            yield sentence
            sentence = CheckedSentence()
    if not is_ended:
        faults.append(Fault(number, 1, "missing-empty-line", "An empty line is missing after the last sentence."))
    if sentence.rows:
        yield sentence


def _check_end(sentence: CheckedSentence, number: int, line: str) -> Iterator[Fault]:
    if line:
        yield Fault(number, 1, "pseudo-empty-line", "The line looks empty but contains spaces.")
    elif not sentence.rows:
        yield Fault(number, 1, "extra-empty-line", "One empty line is expected after a sentence.")


def _add_line(
    sentence: CheckedSentence, number: int, line: str, names: Sequence[str], places: Sequence[int | None]
) -> Iterator[Fault]:
    if line[0].isdigit():
        yield from _add_row(sentence, number, line, names, places)
    elif not line.startswith("#"):
        yield Fault(number, 1, "invalid-line", f"“{line[:40]}” begins with neither a digit nor “#”.")
    elif sentence.rows:
        fault = "A comment stands inside a sentence. Comments belong before it."
        yield Fault(number, 1, "misplaced-comment", fault)
    else:
        sentence.comments.append((number, line))


def _add_row(
    sentence: CheckedSentence, number: int, line: str, names: Sequence[str], places: Sequence[int | None]
) -> Iterator[Fault]:
    cells = line.split("\t")
    if not unicodedata.is_normalized("NFC", line):
        yield Fault(number, 1, "unicode-normalization", "The line is not in Unicode normal form NFC.")
    if len(cells) != len(names):
        fault = f"The line has {len(cells)} columns; “global.columns” names {len(names)}."
        yield Fault(number, 1, "number-columns", fault)
        sentence.is_readable = False
    conllu = [
        cells[place] if place is not None and place < len(cells) else default
        for place, default in zip(places, _DEFAULTS, strict=True)
    ]
    if places[HEAD] is None and not sentence.rows:
        conllu[HEAD], conllu[DEPREL] = "0", "root"
    sentence.rows.append(CheckedRow(number, cells, conllu))


def check_spaces(line: int, cell: str, name: str, *, may_have_spaces: bool) -> Iterator[Fault]:
    """Yield faults of level 1: an empty cell, and white space where none may be."""
    if not cell:
        yield Fault(line, 1, "empty-column", f"The column {name} is empty. “_” stands for nothing.")
        return
    if cell[0].isspace():
        yield Fault(line, 1, "leading-whitespace", f"The column {name} begins with a space.")
    if cell[-1].isspace():
        yield Fault(line, 1, "trailing-whitespace", f"The column {name} ends with a space.")
    if re.search(r"\s\s", cell):
        yield Fault(line, 1, "repeated-whitespace", f"The column {name} has two spaces in a row.")
    if not may_have_spaces and re.search(r"\s", cell):
        yield Fault(line, 1, "invalid-whitespace", f"The column {name} contains a space: “{cell[:40]}”.")


def check_cells(row: CheckedRow) -> Iterator[Fault]:
    """Yield faults of level 1 of the columns of CoNLL-U."""
    # Nearly all lines have no white space: one look at all of their cells is enough.
    joined = "".join(row.conllu)
    is_suspect = not all(row.conllu) or joined.split() != [joined]
    for column, cell in enumerate(row.conllu if is_suspect else ()):
        yield from check_spaces(row.line, cell, COLUMN_NAMES[column], may_have_spaces=column not in _NO_SPACES)
    if row.is_range:
        for column in (FORM, LEMMA):
            if re.search(r"\s", row.conllu[column]):
                fault = f"The range “{row.conllu[column][:40]}” contains a space."
                yield Fault(row.line, 1, "invalid-whitespace-mwt", fault)
    if not (row.is_word or row.is_range or row.is_empty):
        yield Fault(row.line, 1, "invalid-word-id", f"“{row.name[:40]}” is no number such as 3, 3-4 or 3.1.")


def check_values(row: CheckedRow) -> Iterator[Fault]:
    """Yield faults of level 2 of a single line: values in a form that Universal Dependencies does not know."""
    if row.is_range:
        for column in range(LEMMA, MISC):
            cell = row.conllu[column]
            if cell != "_" and not (column == FEATS and cell == "Typo=Yes"):
                fault = f"A range has “_” in the column {COLUMN_NAMES[column]}, not “{cell[:40]}”."
                yield Fault(row.line, 2, "mwt-nonempty-field", fault)
        return
    yield from _check_tag(row)
    yield from _check_features(row)
    if row.is_word:
        yield from _check_relation(row)
    elif row.is_empty:
        for column in (HEAD, DEPREL):
            if row.conllu[column] != "_":
                fault = f"An empty node has “_” in the column {COLUMN_NAMES[column]}."
                yield Fault(row.line, 2, "mwt-nonempty-field", fault)


def _check_tag(row: CheckedRow) -> Iterator[Fault]:
    tag = row.conllu[UPOS]
    if row.is_empty and tag == "_":
        return
    if not re.fullmatch("[A-Z]+", tag):
        yield Fault(row.line, 2, "invalid-upos", f"“{tag[:40]}” is no part of speech in capital letters.")
    if tag not in _TAGS:
        yield Fault(row.line, 2, "unknown-upos", f"“{tag[:40]}” is no part of speech of Universal Dependencies.")


def _check_relation(row: CheckedRow) -> Iterator[Fault]:
    relation = row.conllu[DEPREL]
    if not re.fullmatch("[a-z]+(:[a-z]+)?", relation):
        yield Fault(row.line, 2, "invalid-deprel", f"“{relation[:40]}” is no relation such as nmod or nmod:poss.")
    if relation.partition(":")[0] not in _RELATIONS:
        yield Fault(row.line, 2, "unknown-deprel", f"“{relation[:40]}” is no relation of Universal Dependencies.")


def _check_features(row: CheckedRow) -> Iterator[Fault]:
    cell = row.conllu[FEATS]
    if cell == "_":
        return
    features = cell.split("|")
    lowered = [each.lower() for each in features]
    if lowered != sorted(lowered):
        yield Fault(row.line, 2, "unsorted-features", f"The features “{cell[:60]}” are not sorted.")
    names = []
    for feature in features:
        match = _FEATURE.fullmatch(feature)
        names.append(match[1] if match else feature)
        if match is None:
            yield Fault(row.line, 2, "invalid-feature", f"“{feature[:40]}” is no feature such as Number=Sing.")
            continue
        values = match[2].split(",")
        if len(set(values)) < len(values):
            yield Fault(row.line, 2, "repeated-feature-value", f"“{feature[:40]}” repeats a value.")
        if [value.lower() for value in values] != sorted(value.lower() for value in values):
            yield Fault(row.line, 2, "unsorted-feature-values", f"The values of “{feature[:40]}” are not sorted.")
    if len(set(names)) < len(names):
        yield Fault(row.line, 2, "repeated-feature", f"“{cell[:60]}” repeats a feature.")
