"""CoNLL with tags: a token and its tags a line, the last `B-` or `I-` with a label, or `O`; empty lines part sentences.

Label Studio and most taggers write it, between tabs or spaces, with the tags of BIO, IOB1, BIOES or BILOU. The text is
the tokens with single spaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from pathlib import PurePosixPath

from annotation_site.texts.faults import Rejected, reject
from annotation_site.texts.marked_texts.marks import Mark, MarkedDocument
from annotation_site.texts.unpacking import Documents, read_text

_ROW = re.compile(r"([^\t ]+)(?:[\t ]+[^\t ]+)*[\t ]+(?:O|([BIESLU])-([^\t ]+))[\t ]*")
# A line before each document, and the comments of some corpora.
_BESIDE = re.compile(r"-DOCSTART-.*|#.*|\s*")
_BEGINS = {"B", "S", "U"}
_SIGN_LINES, _LEAST_LINES = 200, 3
_Row = tuple[str, str, str]


def is_conll(_name: str, head: str) -> bool:
    """Return whether a document that begins so has a tag of a span in the last column of every line."""
    lines = [line for line in head.splitlines()[:_SIGN_LINES] if line.strip()]
    # The last line of a beginning may be cut.
    tokens = [line for line in lines[:-1] or lines if not _is_beside(line)]
    rows = [_read_row(line) for line in tokens]
    # Sentences of tags alone, as beside a text, are of different lengths.
    is_even = len({len(line.split()) for line in tokens}) == 1
    return len(rows) >= _LEAST_LINES and is_even and None not in rows and any(row and row[1] for row in rows)


def read_conll(documents: Documents) -> Iterator[MarkedDocument | Rejected]:
    """Yield each sentence as a document of its own, with its line."""
    for name, data in documents.items():
        stem = PurePosixPath(name).stem
        rows: list[_Row] = []
        first = 0
        for number, line in enumerate([*read_text(data).splitlines(), ""], start=1):
            row = _read_row(line)
            if row is not None:
                first = first if rows else number
                rows.append(row)
            elif not _is_beside(line):
                yield reject(number, "The line is not a token and a tag such as B-IDIOM, I-IDIOM or O.", line)
            elif not line.startswith("#") and rows:
                yield _make_sentence(f"{stem}, line {first}", first, rows)
                rows = []


def _read_row(line: str) -> _Row | None:
    """Return token, kind of tag and label, both empty outside of a span."""
    match = _ROW.fullmatch(line)
    if match is None or match[1] == "-DOCSTART-":
        return None
    return match[1], match[2] or "", match[3] or ""


def _is_beside(line: str) -> bool:
    return _read_row(line) is None and _BESIDE.fullmatch(line) is not None


def _make_sentence(name: str, line: int, rows: Sequence[_Row]) -> MarkedDocument:
    text = " ".join(token for token, _, _ in rows)
    marks: list[Mark] = []
    position, before = 0, ""
    for token, kind, label in rows:
        end = position + len(token)
        if label and label == before and kind not in _BEGINS:
            marks[-1] = Mark(label, ((marks[-1].spans[0][0], end),))
        elif label:
            marks.append(Mark(label, ((position, end),)))
        position, before = end + 1, "" if kind in ("E", "L") else label
    return MarkedDocument(name, line, text, "", tuple(marks), ((0, len(text)),))
