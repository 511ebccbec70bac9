"""Storing imported pairs by COPY."""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from functools import partial
from io import StringIO
from itertools import count, islice
from tempfile import TemporaryFile
from typing import IO, Any

import psycopg2
from django.db import connection, transaction

from alignment.formats import Pair
from alignment.imports.jobs.texts import TargetWords
from alignment.pairs.jobs import index_words
from annotation_site.assignments.models import Item
from annotation_site.assignments.quotas import place_on_ring
from annotation_site.jobs.tasks import ring_periodic_work
from annotation_site.projects.models import Project

# Rows and bytes given to the driver at once: as much as it sends at once, and does not move about before.
ROWS, PIECE = 30, 1 << 13
SEAM = "\x1f"
TAKE_IDS = "SELECT nextval(pg_get_serial_sequence('projects_item', 'id')) FROM generate_series(1, %s)"

ITEM_COLUMNS = (
    "id", "project_id", "number", "identifier", "state", "required_count", "assigned_count", "submitted_count",
    "ring_place",
)  # fmt: skip
PAIR_COLUMNS = (
    "item_id", "source_tokens", "target_tokens", "source_text", "target_text", "source_target_words",
    "target_target_words", "is_indexed",
)  # fmt: skip


class _Stream:
    """Pieces as the file that COPY reads; `error` is what was raised while one was made."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces = pieces
        self.error: BaseException | None = None

    def read(self, _: int = -1) -> bytes:
        """Return the next piece, however long, and nothing at the end."""
        try:
            return next(self._pieces, b"")
        except BaseException as error:
            # The driver passes on no more than its name.
            self.error = error
            raise


def copy_pairs(project: Project, before: int, pairs: Iterator[Pair], expected: int, target_words: TargetWords) -> int:
    """COPY sentence pairs, then their items, on the transaction's own connection; return how many there are, of which
    the first `expected` are stored. Their numbers go on from `before`.

    One COPY takes all pairs, so that the database stores what it has while more are read. It looks for their items at
    the end of the transaction. Nothing else can be asked on the connection meanwhile.
    """
    with connection.cursor() as cursor, TemporaryFile() as items:
        cursor.execute(TAKE_IDS, [expected])
        ids = array("q", (row[0] for row in cursor))
        rows = _write_rows(project, zip(count(before + 1), ids, pairs, strict=False), target_words, items)
        _copy(cursor, "alignment_sentencepair", PAIR_COLUMNS, _Stream(rows))
        stored = cursor.rowcount
        items.seek(0)
        _copy(cursor, "projects_item", ITEM_COLUMNS, _Stream(iter(partial(items.read, PIECE), b"")))
    transaction.on_commit(lambda: ring_periodic_work(index_words.__name__))
    return stored + sum(1 for _ in pairs)


def _write_rows(
    project: Project, numbered: Iterator[tuple[int, int, Pair]], target_words: TargetWords, items: IO[bytes]
) -> Iterator[bytes]:
    """Yield rows of pairs, in chunks; write those of their items to a file."""
    while chunk := list(islice(numbered, ROWS)):
        heads, contents = StringIO(), StringIO()
        for number, item_id, pair in chunk:
            _write_item(heads, project, item_id, number, pair)
            _write_content(contents, item_id, pair, target_words)
        items.write(heads.getvalue().encode())
        yield contents.getvalue().encode()


def _write_item(file: StringIO, project: Project, item_id: int, number: int, pair: Pair) -> None:
    place = place_on_ring(project.seed, number)
    identifier = _escape(pair.identifier or "")
    state, wanted = Item.State.OPEN.value, project.annotators_per_item
    file.write(f"{item_id}\t{project.pk}\t{number}\t{identifier}\t{state}\t{wanted}\t0\t0\t{place!r}\n")


def _write_content(file: StringIO, item_id: int, pair: Pair, target_words: TargetWords) -> None:
    source, target = pair.source_tokens or (), pair.target_tokens or ()
    # The text is kept only where its tokens, joined by spaces, do not give it back.
    source_text = "" if " ".join(source) == pair.source else _escape(pair.source)
    target_text = "" if " ".join(target) == pair.target else _escape(pair.target)
    marked = ["{" + ",".join(map(str, indices)) + "}" for indices in target_words.find(pair)]
    columns = (str(item_id), _array(source), _array(target), source_text, target_text, *marked, "f")
    file.write("\t".join(columns) + "\n")


def _array(tokens: Sequence[str]) -> str:
    # No token holds a control character (find_fault_in_tokens), so that one can stand for the seams meanwhile.
    text = SEAM.join(tokens)
    if "\\" in text or '"' in text:
        text = _escape(text.replace("\\", "\\\\").replace('"', '\\"'))
    return '{"' + text.replace(SEAM, '","') + '"}'


def _escape(text: str) -> str:
    if "\\" not in text and text.isprintable():
        return text
    return text.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n").replace("\r", "\\r")


def _copy(cursor: Any, table: str, columns: Sequence[str], rows: _Stream) -> None:
    try:
        cursor.copy_expert(f"COPY {table} ({', '.join(columns)}) FROM STDIN", rows)
    except psycopg2.Error:
        if rows.error is None:
            raise
        raise rows.error from None
