"""The column PARSEME:MWE of .cupt: `1:VID` at an expression's first word, `1` at the others, `;` between several; `*`
says that there is none, `_` that nobody looked. Source: multiword.sourceforge.net/cupt-format.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain

from annotation_site.texts.conllu import CUPT_HEADER, EXPRESSIONS, FORM, ConlluRow, ConlluSentence, read_conllu
from annotation_site.texts.faults import FormatError, Rejected
from expressions.categories.presets import is_not_an_expression
from expressions.formats.sentences import UNKNOWN, Expression, MarkedSentence

NONE = "*"
_LONGEST_CATEGORY = 40


def read_cupt(
    lines: Iterable[str], name: str, *, needs_column: bool = True, spreads_ranges: bool = True
) -> Iterator[MarkedSentence]:
    """Yield sentences with their expressions, in the order of their first words.

    Codes on a range (`3-4`) count for its words, as in PARSEME's own programs, or are passed over, as these do with
    text for training; those on an empty node are always passed over.
    Raise FormatError, naming the line, for what cannot be read; also for a file without the column, unless it may lack.
    """
    for sentence in read_conllu(lines):
        if isinstance(sentence, Rejected):
            raise FormatError(name, sentence.line, sentence.reason)
        yield read_marks(sentence, name, needs_column=needs_column, spreads_ranges=spreads_ranges)


def read_marks(
    sentence: ConlluSentence, name: str, *, needs_column: bool = True, spreads_ranges: bool = True
) -> MarkedSentence:
    """Return the sentence with its expressions. Raise FormatError as read_cupt does."""
    rows, column, unmarked = sentence.words, sentence.column, None
    _check_numbers(sentence, rows, name)
    for row in rows:
        if len(row.cells) > column:
            unmarked = row.line if unmarked is None and row.cells[column] == UNKNOWN else unmarked
        elif needs_column:
            fault = f"The line has {len(row.cells)} columns and none for expressions ({EXPRESSIONS}). Add it."
            raise FormatError(name, row.line, fault)
        else:
            unmarked = row.line if unmarked is None else unmarked
    expressions, on_ranges = read_column(sentence, name, spreads_ranges=spreads_ranges)
    return MarkedSentence(sentence, tuple(expressions.values()), unmarked, on_ranges)


def read_column(
    sentence: ConlluSentence, name: str, *, spreads_ranges: bool = True
) -> tuple[dict[int, Expression], tuple[int, ...]]:
    """Return the expressions by their numbers, in the order of their first words, and the lines of ranges that hold
    codes.

    NotMWE without a number says nothing of other words; it is passed over. Raise FormatError for any other code that
    has none.
    """
    rows, column = sentence.words, sentence.column
    codes: dict[int, list[str]] = {}
    for index, row in enumerate(rows):
        cell = row.cells[column] if len(row.cells) > column else NONE
        if cell not in (NONE, UNKNOWN):
            codes[index] = _list_codes(cell)
    on_ranges = _spread_ranges(sentence, rows, codes) if spreads_ranges else ()
    return _collect(rows, codes, name), on_ranges


def _list_codes(cell: str) -> list[str]:
    codes = [code.strip() for code in cell.split(";")]
    return [code for code in codes if code not in ("", NONE, UNKNOWN) and not is_not_an_expression(code)]


def _check_numbers(sentence: ConlluSentence, rows: Sequence[ConlluRow], name: str) -> None:
    if [row.first for row in rows] != list(range(1, len(rows) + 1)):
        expected, row = next((number, row) for number, row in enumerate(rows, 1) if row.first != number)
        fault = f"Word {row.first} stands where word {expected} is expected. Number the words of a sentence from 1."
        raise FormatError(name, row.line, fault)
    if len(rows) == len(sentence.rows):
        return
    for row in sentence.rows:
        if row.kind == "range" and not 0 < row.first <= row.last <= len(rows):
            fault = f"The range {row.cells[0]} is not among the {len(rows)} words of its sentence."
            raise FormatError(name, row.line, fault)


def _spread_ranges(sentence: ConlluSentence, rows: Sequence[ConlluRow], codes: dict[int, list[str]]) -> tuple[int, ...]:
    """Add codes on ranges to their words; return the lines of these ranges."""
    lines = []
    ranges = [row for row in sentence.rows if row.kind == "range"]
    indexes = {row.first: index for index, row in enumerate(rows)} if ranges else {}
    for row in ranges:
        cell = sentence.read_expression(row)
        if cell is None or cell in (NONE, UNKNOWN):
            continue
        lines.append(row.line)
        for number in range(row.first, row.last + 1):
            if number in indexes:
                codes[indexes[number]] = _join_codes(codes.get(indexes[number], []), _list_codes(cell))
    return tuple(lines)


def _join_codes(*lists: Iterable[str]) -> list[str]:
    """Return each code once; one that names its category stands for the same number without it."""
    joined = dict.fromkeys(chain(*lists))
    named = {code.partition(":")[0] for code in joined if ":" in code}
    return [code for code in joined if code not in named]


def _collect(rows: Sequence[ConlluRow], codes: Mapping[int, list[str]], name: str) -> dict[int, Expression]:
    words: dict[int, list[int]] = {}
    categories: dict[int, str] = {}
    for index in sorted(codes):
        for code in codes[index]:
            key, _, category = code.partition(":")
            if not (key.isascii() and key.isdecimal() and len(key) < 7) or len(category) > _LONGEST_CATEGORY:
                fault = f"“{code[:40]}” of the word “{rows[index].cells[FORM][:40]}” is no code such as 1:VID or 1."
                raise FormatError(name, rows[index].line, f"{fault} Correct the column {EXPRESSIONS}.")
            members = words.setdefault(int(key), [])
            if not members or members[-1] != index:
                members.append(index)
            categories[int(key)] = categories.get(int(key)) or category
    return {key: Expression(tuple(members), categories[key]) for key, members in words.items()}


def write_cells(sentence: MarkedSentence) -> list[str]:
    """Return the cell of each row: keys from 1 in the order of first words, `*` for the others, and `_` everywhere in a
    sentence that nobody annotated.
    """
    nothing = UNKNOWN if sentence.unmarked_line is not None and not sentence.expressions else NONE
    codes: dict[int, list[str]] = {}
    for key, each in enumerate(sorted(sentence.expressions, key=lambda each: each.words[0]), 1):
        for place, word in enumerate(each.words):
            codes.setdefault(word, []).append(f"{key}:{each.category}" if each.category and not place else str(key))
    places = {row.place: word for word, row in enumerate(sentence.conllu.words)}
    return [";".join(codes.get(places.get(row.place, -1), ())) or nothing for row in sentence.conllu.rows]


def write_cupt(sentences: Iterable[MarkedSentence]) -> Iterator[str]:
    """Yield the lines of a file, those of each sentence as they were read but for the column of expressions.

    A column that says the same already stays as it is, with its keys.
    """
    for place, sentence in enumerate(sentences):
        lines = write_sentence(sentence)
        if not place and not any(map(is_header, lines)):
            yield f"{CUPT_HEADER}\n"
        yield from (f"{line}\n" for line in lines)
        yield "\n"


def write_sentence(sentence: MarkedSentence) -> list[str]:
    """Return the lines of a sentence as write_cupt has them."""
    return sentence.conllu.write_lines(_keep_cells(sentence) or write_cells(sentence))


def write_part(sentences: Iterable[MarkedSentence], header: str, *, is_blind: bool = False) -> Iterator[str]:
    """Yield the lines of a file of some sentences of a corpus, whose header they take along; blind, without marks."""
    yield f"{header}\n"
    for sentence in sentences:
        rows = sentence.conllu.rows
        cells = [UNKNOWN] * len(rows) if is_blind else _keep_cells(sentence) or write_cells(sentence)
        yield from (f"{line}\n" for line in sentence.conllu.write_lines(cells) if not is_header(line))
        yield "\n"


def is_header(line: str) -> bool:
    """Return whether the comment names the columns of its file."""
    return line.startswith("# global.columns")


def _keep_cells(sentence: MarkedSentence) -> list[str] | None:
    """Return the cells as they were read, if they mark the same expressions."""
    cells = [sentence.conllu.read_expression(row) for row in sentence.conllu.rows]
    if None in cells:
        return None
    try:
        marked = read_marks(sentence.conllu, "")
    except FormatError:
        return None
    same = [(each.words, each.category) for each in marked.expressions]
    if sorted(same) != sorted((each.words, each.category) for each in sentence.expressions):
        return None
    return [cell or "" for cell in cells]
