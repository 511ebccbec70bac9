"""Segments written as the readers of this package take them in again: JSON objects, spans of a line, and .cupt."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from annotation_site.releases.archives import to_json_line
from annotation_site.texts.conllu import ConlluWord
from annotation_site.texts.token_places import Span, find_tokens
from evaluation.test_sets.files.cupt import NOTE
from evaluation.test_sets.files.rows import MarkedText, SegmentRow

# What a line, or a cell of one, cannot hold; one character for one, so that spans stay.
_BREAKS = re.compile("[\t\n\v\f\r\x1c-\x1e\x85\u2028\u2029]")


def segment_to_json(row: SegmentRow, systems: Sequence[str] = ()) -> dict[str, Any]:
    """Return the segment as `read_objects` reads it, with the translation of every system, empty ones included."""
    data: dict[str, Any] = {
        "source": row.source,
        "references": list(row.references),
        "expressions": [_expression_to_json(each) for each in row.expressions],
    }
    if row.text_line is not None:
        data["line"] = row.text_line
    if systems:
        data["translations"] = dict(zip(systems, row.hypotheses, strict=True))
    return data


def write_segments(rows: Iterable[SegmentRow], systems: Sequence[str], runs: Mapping[str, str]) -> Iterator[str]:
    """Yield a line for each segment; the first also says which systems are runs of others."""
    for place, row in enumerate(rows):
        told = segment_to_json(row, systems)
        yield to_json_line({**told, "runs": dict(runs)} if runs and not place else told)


def _expression_to_json(marked: MarkedText) -> dict[str, Any]:
    return {
        **_source_to_json(marked),
        "reference_spans": [list(span) for span in marked.reference_spans],
        "reference_text": marked.reference_text,
    }


def _source_to_json(marked: MarkedText) -> dict[str, Any]:
    return {
        "label": marked.label,
        "source_spans": [list(span) for span in marked.source_spans],
        "class": marked.expression_class,
        "category": marked.category,
    }


def write_line(text: str) -> str:
    """Return a text as one line, with a space for each line break and tab."""
    return _BREAKS.sub(" ", text) + "\n"


def write_span_line(marked: Sequence[MarkedText], *, in_reference: bool = False) -> str:
    """Return label, spans and class of each expression as `read_span_line` reads them; the spans of one without a place
    are empty.
    """
    cells = []
    for each in marked:
        spans = each.reference_spans if in_reference else each.source_spans
        cells += [_BREAKS.sub(" ", each.label), str([tuple(span) for span in spans])]
        if each.expression_class and not in_reference:
            cells.append(each.expression_class)
    return "\t".join(cells) + "\n"


@dataclass(frozen=True, slots=True)
class PlacedWord:
    """A word with its place in the sentence."""

    start: int
    end: int
    word: ConlluWord


def write_cupt(text: str, words: Sequence[PlacedWord], expressions: Sequence[MarkedText]) -> Iterator[str]:
    """Yield the lines of a sentence, with the expressions that have a place in it.

    A comment has all of them as JSON, since the column has no room for labels, classes and their order.
    """
    places = [(each.start, each.end) for each in words]
    cells: list[list[str]] = [[] for _ in words]
    for number, marked in enumerate((each for each in expressions if each.source_spans), 1):
        for place, index in enumerate(find_tokens(places, marked.source_spans)):
            is_named = place == 0 and marked.category and ";" not in marked.category
            cells[index].append(f"{number}:{marked.category}" if is_named else str(number))
    yield f"# text = {_BREAKS.sub(' ', text)}\n"
    if expressions:
        trimmed = [_source_to_json(_trim(text, each)) for each in expressions]
        yield f"# {NOTE} = {to_json_line({'expressions': trimmed})}"
    for number, (each, marks) in enumerate(zip(words, cells, strict=True), 1):
        is_last = number == len(words)
        misc = "SpaceAfter=No" if not is_last and words[number].start == each.end else "_"
        columns = [str(number), each.word.form, each.word.lemma or "_", each.word.upos or "_"]
        yield "\t".join([*columns, "_", "_", "_", "_", "_", misc, ";".join(marks) or "*"]) + "\n"
    yield "\n"


def _trim(text: str, marked: MarkedText) -> MarkedText:
    """Return the expression with its places in the text without the spaces around it, as CoNLL-U is read."""
    leading, length = len(text) - len(text.lstrip()), len(text.strip())
    moved = [(max(start - leading, 0), min(end - leading, length)) for start, end in marked.source_spans]
    return replace(marked, source_spans=tuple((start, end) for start, end in moved if start < end))


def cut_words(text: str, places: Sequence[Span]) -> list[PlacedWord]:
    """Return words without lemmas at these places."""
    return [PlacedWord(start, end, ConlluWord(text[start:end], None, None)) for start, end in places]
