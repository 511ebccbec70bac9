"""parseme-tsv: the format of PARSEME's edition 1.0, with parts of speech or without, and that of its pilot of 2016.

1.0: rank, token, `nsp` where no space follows, `1:LVC;2:ID`; `_` for nothing. The variant -pos has parts of speech in a
fifth column. Pilot: two lines of headings, then rank, token, nsp, identifier of a multiword token, and identifier, type
and a third column for each expression of the word.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from annotation_site.texts.faults import FormatError
from expressions.formats.cupt import read_marks, write_cells
from expressions.formats.sentences import NO_SPACE, UNKNOWN, Expression, MarkedSentence, make_sentence

_COLUMNS = 4
_MARKS = 4
_PILOT_GROUP = 3
_PILOT_HEADINGS = 2


def read_parseme_tsv(lines: Iterable[str], name: str) -> Iterator[MarkedSentence]:
    """Yield sentences; words are numbered anew where ranks do not run from 1. Raise FormatError."""
    comments, rows, first = list[str](), list[list[str]](), 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            if rows:
                yield _make_sentence(first, comments, rows, name)
            comments, rows = [], []
        elif line.startswith("#") and not rows and "\t" not in line:
            comments.append(line)
        else:
            cells = line.split("\t")
            if len(cells) < _COLUMNS or not cells[1]:
                fault = f"A line of parseme-tsv has rank, token, nsp and codes; this one has {len(cells)} columns."
                raise FormatError(name, number, fault)
            first = first if rows else number
            rows.append(cells)
    if rows:
        yield _make_sentence(first, comments, rows, name)


def _make_sentence(line: int, comments: list[str], rows: list[list[str]], name: str) -> MarkedSentence:
    tokens, ranges, codes = [], [], []
    for cells in rows:
        misc = NO_SPACE if cells[2] == "nsp" else UNKNOWN
        mark = "*" if cells[3] in (UNKNOWN, "") else cells[3]
        if "-" in cells[0]:
            ranges.append((cells[0], cells[1], misc))
        else:
            tokens.append((cells[1], UNKNOWN, (cells[4] or UNKNOWN) if len(cells) > _MARKS else UNKNOWN, misc))
        codes.append(mark)
    try:
        sentence = make_sentence(line, tokens, comments, ranges)
        return read_marks(sentence.with_expressions(codes), name)
    except ValueError as error:
        raise FormatError(name, line, str(error)) from error


def write_parseme_tsv(sentences: Iterable[MarkedSentence]) -> Iterator[str]:
    """Yield the lines of a file of 1.0, with comments."""
    for sentence in sentences:
        yield from (f"{comment}\n" for comment in sentence.conllu.comments if "global.columns" not in comment)
        for row, cell in zip(sentence.conllu.rows, write_cells(sentence), strict=True):
            if row.kind != "empty":
                space = UNKNOWN if row.is_spaced else "nsp"
                yield f"{row.cells[0]}\t{row.cells[1]}\t{space}\t{UNKNOWN if cell == '*' else cell}\n"
        yield "\n"


def read_pilot_tsv(lines: Iterable[str], name: str) -> Iterator[MarkedSentence]:
    """Yield sentences, which a line of empty cells ends. As in the authors' program, a type without an identifier is an
    expression of one word, columns without a heading are remarks, and a line with `nsp` alone is a word. Raise
    FormatError for a file without the headings, and for a rank without a token.
    """
    rows, first, groups = list[list[str]](), 0, 0
    for number, line in enumerate(lines, 1):
        # Not every white space: a no-break space is a token of some texts.
        cells = [cell.strip(" \r") for cell in line.split("\t")]
        if number <= _PILOT_HEADINGS:
            groups = cells.count("Type")
            continue
        if not groups:
            fault = "The second line does not name the columns “MWE identifier” and “Type” of a file of the pilot."
            raise FormatError(name, _PILOT_HEADINGS, fault)
        if cells[0] and not (len(cells) > 1 and cells[1]):
            raise FormatError(name, number, "The line has no token. Lines between sentences have no rank either.")
        if any(cells):
            first = first if rows else number
            rows.append(cells[: _MARKS + groups * _PILOT_GROUP])
        elif rows:
            yield _make_pilot_sentence(first, rows)
            rows = []
    if rows:
        yield _make_pilot_sentence(first, rows)


def _make_pilot_sentence(line: int, rows: list[list[str]]) -> MarkedSentence:
    # Each group of columns numbers its own.
    words: dict[tuple[int, str], list[int]] = {}
    types: dict[tuple[int, str], str] = {}
    singles = []
    for place, cells in enumerate(rows):
        for column in range(_MARKS, len(cells), _PILOT_GROUP):
            identifier, kind = cells[column], cells[column + 1] if column + 1 < len(cells) else ""
            if identifier:
                key = column, identifier
                words.setdefault(key, []).append(place)
                types[key] = types.get(key) or kind
            elif kind:
                singles.append(Expression((place,), kind))
    expressions = [Expression(tuple(sorted(set(places))), types[key]) for key, places in words.items()]
    tokens = [(cells[1] or UNKNOWN, UNKNOWN, UNKNOWN, NO_SPACE if cells[2] == "nsp" else UNKNOWN) for cells in rows]
    return MarkedSentence(make_sentence(line, tokens), tuple(expressions + singles))
