"""The tables of a compositionality release: their names, how a row is written, and how one is read back."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from annotation_site.releases.archives import ReleaseArchive
from annotation_site.tables.cells import escape_cell, unescape_cell

COMPOUNDS, RATINGS, GIVEN = "compounds.jsonl", "ratings.tsv", "paraphrases-given.tsv"
DECISIONS, CLASSES = "paraphrase-decisions.tsv", "classes.tsv"
NCTTI, SENTENCES, SCORES, PARAPHRASES = "nctti.tsv", "sentences.csv", "scores.tsv", "paraphrases.tsv"
# Only of studies with known answers: the items, and what raters answered.
KNOWN, CHECKS = "known-answers.tsv", "known-ratings.tsv"
# Only of studies whose occurrences have labels or sentences around them.
OCCURRENCES = "occurrences.tsv"
# Suffix to the pseudonym of an annotator excluded from all figures.
EXCLUDED = "_excluded"


def write_table(
    header: Sequence[str], rows: Iterable[Sequence[object]], *, is_quoted: bool = False, delimiter: str = "\t"
) -> Iterator[str]:
    """Yield header and rows, each as a piece of text. No cell is a formula to a spreadsheet; `read_table` restores the
    texts.
    """
    buffer = io.StringIO()
    writer = csv.writer(
        buffer,
        delimiter=delimiter,
        quoting=csv.QUOTE_ALL if is_quoted else csv.QUOTE_MINIMAL,
        lineterminator="\n",
    )
    for row in chain([header], rows):
        writer.writerow([escape_cell(cell) for cell in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def read_table(release: ReleaseArchive, name: str) -> Iterator[dict[str, str]]:
    """Yield rows of a file by the names of its header."""
    with release.lines(name) as lines:
        yield from parse_table(name, lines)


def parse_table(name: str, lines: Iterable[str]) -> Iterator[dict[str, str]]:
    """Yield rows by the names of the header; raise ValueError if the lines are no table."""
    try:
        for row in csv.DictReader(lines, delimiter="\t", strict=True):
            yield {name: unescape_cell(cell) if isinstance(cell, str) else cell for name, cell in row.items()}
    except csv.Error as error:
        raise ValueError(f"{name}: {error}") from error
