"""Tables of a project, read row by row while they arrive."""

import codecs
import csv
import json
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile, ZipFile

from interlinea.errors import Refusal

if TYPE_CHECKING:
    from typing import IO

    import pandas as pd

Row = dict[str, Any]


def parse_truth(cell: str) -> bool:
    """Return whether the cell says true, in whichever letters."""
    # TRUE and FALSE since R takes "true" for text; sites before that wrote it.
    return cell.casefold() == "true"


# Columns of answers that are no text; an empty cell is None there.
ANSWER_TYPES: dict[str, Callable[[str], Any]] = {
    "value": int,
    "list": int,
    "trial": int,
    "seconds": float,
    "excluded": parse_truth,
    "machine_score": int,
    "shown": parse_truth,
}
READINGS = "readings.jsonl"
# As the site guards cells from being run as formulas (its formats.md): one apostrophe, and one more where one was.
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")


class Rows:
    """Rows that are fetched anew by each loop over them; nothing is kept in memory."""

    def __init__(self, fetch: Callable[[], Iterator[Row]]) -> None:
        self._fetch = fetch

    def __iter__(self) -> Iterator[Row]:
        return self._fetch()

    def dataframe(self) -> "pd.DataFrame":
        """Return all rows as a pandas data frame."""
        try:
            import pandas as pd
        except ImportError as error:
            raise Refusal("Data frames need pandas: pip install pandas.") from error
        return pd.DataFrame(list(self))


def read_answers(chunks: Iterable[bytes]) -> Iterator[Row]:
    """Yield the rows of a table of answers with typed cells."""
    for row in csv.DictReader(split_lines(chunks)):
        yield {name: _read_cell(name, cell) for name, cell in row.items()}


def _read_cell(name: str, cell: str) -> Any:
    if name in ANSWER_TYPES:
        return ANSWER_TYPES[name](cell) if cell else None
    is_guarded = cell.startswith("'") and cell.lstrip("'").startswith(FORMULA_STARTS)
    return cell[1:] if is_guarded else cell


def split_lines(chunks: Iterable[bytes]) -> Iterator[str]:
    """Yield lines with their ends. Only a line feed ends one: texts may hold what Unicode also calls an end of line."""
    decode = codecs.getincrementaldecoder("utf-8")().decode
    left = ""
    for chunk in chunks:
        *lines, left = (left + decode(chunk)).split("\n")
        yield from (f"{line}\n" for line in lines)
    left += decode(b"", final=True)
    if left:
        yield left


def read_readings(archive: "IO[bytes]") -> Iterator[Row]:
    """Yield a row for each pair and annotator of a word alignment release."""
    try:
        release = ZipFile(archive)
    except BadZipFile as error:
        raise Refusal("The file of this release is no ZIP archive.") from error
    with release:
        # In the folder of the release, which is named after it.
        name = next((each for each in release.namelist() if each.rpartition("/")[2] == READINGS), None)
        if name is None:
            raise Refusal("This release has no separate readings of a word alignment.")
        with release.open(name) as lines:
            for line in lines:
                pair = json.loads(line)
                for annotator, reading in pair["readings"].items():
                    yield {"number": pair["number"], "id": pair["id"], "annotator": annotator, **reading}
