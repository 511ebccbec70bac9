"""SemEval-2022 task 2, subtask A (Tayyar Madabushi et al. 2022): a table of sentences with a noun compound each, whose
label is 0 for idiomatic and 1 for literal. Tables of development and test have no labels.

The compound is found by its forms and lemmas, the first time that it occurs; a sentence in which it is not found has
no expression.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache

from annotation_site.phrases import Lemmatiser, PhraseFinder, PhraseRules, make_pattern, split_sentence
from annotation_site.tables.reading import Table, TableOptions, open_table
from annotation_site.texts.faults import FormatError, Rejected
from annotation_site.texts.files import open_file
from expressions.formats.occurrences import LABELS, Context, Source, make_occurrence, make_tokens
from expressions.formats.sentences import Expression, MarkedSentence

REQUIRED = ("language", "mwe", "target")
_IDENTIFIERS = ("dataid", "id")
_LABELS = {"0": LABELS["i"], "1": LABELS["l"], "": ""}


def read_semeval(path: str, encoding: str | None) -> Iterator[MarkedSentence]:
    """Yield the sentences of a table, under the label as category. Raise FormatError."""
    with open_file(path) as file:
        table = open_table(file, path, TableOptions(encoding=encoding or ""))
        indexes = _find_columns(table)
        for row in table.rows():
            if isinstance(row, Rejected):
                raise FormatError(path, row.line, row.reason)
            cells = {name: str(row.cells[index]) for name, index in indexes.items()}
            yield _read_row(cells, path, row.line)


def _find_columns(table: Table) -> Mapping[str, int]:
    names = ["".join(column.lower().split()) for column in table.columns]
    if missing := [name for name in REQUIRED if name not in names]:
        fault = f"A table of SemEval-2022 task 2 has columns Language, MWE and Target. Missing: {', '.join(missing)}."
        raise FormatError(table.name, 1, fault)
    return {name: index for index, name in enumerate(names)}


def _read_row(cells: Mapping[str, str], name: str, line: int) -> MarkedSentence:
    label = cells.get("label", "")
    if label not in _LABELS:
        raise FormatError(name, line, f"“{label[:40]}” is no label. 0 is idiomatic, 1 literal.")
    language = cells["language"].lower()
    sentence = split_sentence(cells["target"], _find_lemmatiser(language))
    if not sentence.words:
        raise FormatError(name, line, "The column Target has no words.")
    hits = _find_finder(cells["mwe"], language).find(sentence) if cells["mwe"] else ()
    expressions = tuple(Expression(hit.words, _LABELS[label], cells["mwe"]) for hit in hits[:1])
    identifier = next((cells[column] for column in _IDENTIFIERS if cells.get(column)), str(line))
    context = Context(_list(cells, "previous"), _list(cells, "next"), language)
    source = Source("semeval-2022", identifier, line)
    return make_occurrence(source, make_tokens(sentence), cells["target"], context, expressions)


def _list(cells: Mapping[str, str], column: str) -> Sequence[str]:
    return [cells[column]] if cells.get(column) else []


# Bounded, because languages and compounds are whatever a file says they are, and a worker lives on.
@lru_cache(maxsize=8)
def _find_lemmatiser(language: str) -> Lemmatiser:
    return Lemmatiser(language)


@lru_cache(maxsize=1_000)
def _find_finder(compound: str, language: str) -> PhraseFinder:
    return PhraseFinder([make_pattern(compound, _find_lemmatiser(language), PhraseRules.none())])
