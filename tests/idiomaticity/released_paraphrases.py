"""Paraphrases of the NCTTI release: one list at type level and one for each sentence, parted by semicolons."""

from __future__ import annotations

from annotation_site.texts.faults import FormatError, Rejected
from idiomaticity.formats.tables import Record, read_table
from idiomaticity.paraphrases.counts import ParaphraseLists
from idiomaticity.scales.paraphrase_texts import normalise

TYPE_LEVEL, TOKEN_LEVEL = "synonyms", ("synonymss1", "synonymss2", "synonymss3")


def read_released_paraphrases(data: bytes, name: str) -> dict[str, ParaphraseLists]:
    """Return compound → its paraphrases, each once in a list; raise FormatError for a missing column of the release."""
    lists = {}
    for row in read_table(data, name):
        if isinstance(row, Rejected):
            raise FormatError(name, row.line, row.reason)
        if missing := {"compound", TYPE_LEVEL, *TOKEN_LEVEL} - row.cells.keys():
            raise FormatError(name, row.line, f"There is no column called {min(missing)}.")
        lists[row.cells["compound"]] = ParaphraseLists(
            _split(row, TYPE_LEVEL), tuple(_split(row, column) for column in TOKEN_LEVEL)
        )
    return lists


def _split(row: Record, column: str) -> frozenset[str]:
    return frozenset(form for text in row.cells[column].split(";") if (form := normalise(text)))
