"""WebAnno TSV 3, which INCEpTION writes too: a row for each token, and columns for the features of every layer.

Every span layer has marks, but those of DKPro for parts of speech, lemmas and morphology; the lemmas are kept. In an
export of a project, a document is a folder with a file for each annotator.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import PurePosixPath

from annotation_site.texts.faults import FormatError, Rejected, reject
from annotation_site.texts.marked_texts.marks import Mark, MarkedDocument, Span
from annotation_site.texts.unpacking import Documents, read_text

_HEADER = re.compile(r"#FORMAT=WebAnno TSV 3")
_LAYER = re.compile(r"#T_(SP|CH|RL)=([^|]*)\|?(.*)")
_ROW = re.compile(r"[0-9]+-[0-9]+(\.[0-9]+)?")
# A bar that parts stacked annotations, an escaped one being text.
_STACKED = re.compile(r"(?<!\\)(?:\\\\)*\|")
_VALUE = re.compile(r"(.*?)(?:\[([0-9]+)\])?", re.DOTALL)
_ESCAPED = re.compile(r"\\(->|.)", re.DOTALL)
_LEMMA = "Lemma"
_NO_MARKS = {"POS", _LEMMA, "MorphologicalFeatures", "Morpheme", "Stem", "Token", "Sentence", "SurfaceForm", "PdfPage"}
_CONTROLS = {"t": "\t", "n": "\n", "r": "\r", "f": "\f", "b": "\b"}


@dataclass(frozen=True, slots=True)
class _Layer:
    name: str
    first: int
    width: int


@dataclass(slots=True)
class _Text:
    """A document while it is read; `marks` hold label and spans by layer and number, or by layer, row and place."""

    text: str = ""
    sentences: list[Span] = field(default_factory=list)
    marks: dict[tuple[object, ...], tuple[str, list[Span]]] = field(default_factory=dict)
    lemmas: dict[Span, str] = field(default_factory=dict)
    cursor: int = 0
    token: tuple[int, int] = (0, 0)


def is_webanno(_name: str, head: str) -> bool:
    """Return whether a document that begins so is WebAnno TSV 3."""
    return _HEADER.match(head.lstrip()) is not None


def read_webanno(documents: Documents) -> Iterator[MarkedDocument | Rejected]:
    """Yield each document of each annotator. Raise FormatError for one without a layer of spans."""
    for name, data in documents.items():
        text = read_text(data)
        if not is_webanno(name, text[:100]):
            continue
        path = PurePosixPath(name)
        is_in_folder = len(documents) > 1 and len(path.parts) > 1
        document, annotator = (path.parent.name, path.stem) if is_in_folder else (path.stem, "")
        yield from _read_document(name, document, annotator, text)


def _read_document(name: str, document: str, annotator: str, text: str) -> Iterator[MarkedDocument | Rejected]:
    lines = text.replace("\r\n", "\n").split("\n")
    layers = _read_layers(lines)
    marked = [layer for layer in layers if layer.name.rpartition(".")[2] not in _NO_MARKS]
    if not marked:
        raise FormatError(name, None, "There is no layer of marks, only parts of speech, lemmas or relations.")
    lemmas = next((layer for layer in layers if layer.name.rpartition(".")[2] == _LEMMA), None)
    found, sentence = _Text(), list[str]()
    for number, line in enumerate(lines, start=1):
        if line.startswith("#Text="):
            sentence.append(_unescape(line.removeprefix("#Text=")))
        elif _ROW.match(line):
            if sentence:
                _begin_sentence(found, "\n".join(sentence))
                sentence = []
            if fault := _read_row(found, line.split("\t"), marked, lemmas):
                yield reject(number, f"{document}: {fault}", line)
    yield MarkedDocument(document, 1, found.text, annotator, tuple(_list_marks(found)), tuple(found.sentences))


def _read_layers(lines: Sequence[str]) -> list[_Layer]:
    """Return the span layers with the columns of their features; all layers take up columns."""
    layers, column = [], 3
    for line in lines:
        if line.startswith("#Text="):
            break
        if match := _LAYER.match(line):
            width = match[3].count("|") + 1
            if match[1] == "SP":
                layers.append(_Layer(match[2], column, width))
            column += width
    return layers


def _begin_sentence(found: _Text, sentence: str) -> None:
    start = len(found.text) + 1 if found.text else 0
    found.text = f"{found.text}\n{sentence}" if found.text else sentence
    found.sentences.append((start, len(found.text)))
    found.cursor = start


def _read_row(found: _Text, cells: Sequence[str], marked: Sequence[_Layer], lemmas: _Layer | None) -> str | None:
    """Add the annotations of a token, or part of one; return why that is impossible, or None.

    Tokens are looked for one after the other: their places in the file count UTF-16 units of a text that is not there.
    """
    if len(cells) < 3:
        return "The row has no token."
    token, is_part = _unescape(cells[2]), "." in cells[0]
    start = found.text.find(token, found.token[0] if is_part else found.cursor)
    if not token or start < 0:
        return f"The token “{token[:40]}” is not in its sentence."
    span = start, start + len(token)
    if not is_part:
        found.cursor, found.token = span[1], span
    if lemmas and len(cells) > lemmas.first and cells[lemmas.first] not in ("_", "*"):
        found.lemmas[span] = _unescape(_VALUE.fullmatch(cells[lemmas.first])[1])  # type: ignore[index]
    for layer in marked:
        _read_cells(found, cells[0], span, layer, cells[layer.first : layer.first + layer.width])
    return None


def _read_cells(found: _Text, row: str, span: Span, layer: _Layer, cells: Sequence[str]) -> None:
    if not cells or all(cell in ("_", "") for cell in cells):
        return
    stacks = [_split_stack(cell) for cell in cells]
    for index in range(max(map(len, stacks))):
        values = [stack[index] for stack in stacks if index < len(stack)]
        number = next((number for _, number in values if number), None)
        label = next((value for value, _ in values if value not in ("*", "_", "")), "")
        key = (layer.name, number) if number else (layer.name, row, index)
        found.marks.setdefault(key, (label or layer.name.rpartition(".")[2], []))[1].append(span)


def _split_stack(cell: str) -> list[tuple[str, str | None]]:
    parts, last = [], 0
    for bar in _STACKED.finditer(cell):
        parts.append(cell[last : bar.end() - 1])
        last = bar.end()
    matches = (_VALUE.fullmatch(part) for part in (*parts, cell[last:]))
    return [(_unescape(match[1]) if match[1] != "*" else "*", match[2]) for match in matches if match]


def _list_marks(found: _Text) -> Iterator[Mark]:
    for label, spans in found.marks.values():
        ordered = sorted(set(spans))
        lemma = " ".join(found.lemmas.get(span, found.text[slice(*span)]) for span in ordered) if found.lemmas else ""
        joined: list[Span] = []
        for start, end in ordered:
            if joined and not found.text[joined[-1][1] : start].strip():
                joined[-1] = (joined[-1][0], max(end, joined[-1][1]))
            else:
                joined.append((start, end))
        yield Mark(label, tuple(joined), lemma)


def _unescape(text: str) -> str:
    return _ESCAPED.sub(lambda match: _CONTROLS.get(match[1], match[1]), text) if "\\" in text else text
