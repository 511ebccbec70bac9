"""Files that a release has beside its ratings: paraphrases as given, decisions on them, and classes by experts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from annotation_site.texts.faults import FormatError, Rejected
from annotation_site.texts.removed_characters import RemovedCharacters
from idiomaticity.formats.tables import Record, read_table

StudyTable = Literal["ratings", "paraphrases", "decisions", "classes"]
# The columns by which a file is recognised; any other has ratings.
COLUMNS: dict[StudyTable, frozenset[str]] = {
    "paraphrases": frozenset({"compound", "annotator", "position", "paraphrase"}),
    "decisions": frozenset({"compound", "paraphrase", "decision", "into"}),
    "classes": frozenset({"compound", "expert", "class"}),
}


def find_table(data: bytes, name: str, encoding: str = "") -> StudyTable:
    """Return which table of a study the file holds, by its columns; raise FormatError if it has no rows."""
    first = next(iter(read_table(data, name, encoding)), None)
    if first is None:
        raise FormatError(name, None, "The table has no rows.")
    found = set(first.cells) if isinstance(first, Record) else set()
    return next((table for table, columns in COLUMNS.items() if columns <= found), "ratings")


def read_texts(
    data: bytes, name: str, encoding: str = "", removed: RemovedCharacters | None = None
) -> Iterator[tuple[int, dict[str, str]] | Rejected]:
    """Yield rows as line and texts by column; what is removed from them is counted in `removed`."""
    removed = removed or RemovedCharacters.none()
    for row in read_table(data, name, encoding):
        if isinstance(row, Rejected):
            yield row
        else:
            yield row.line, {column: removed.clean(str(cell)).strip() for column, cell in row.cells.items()}
