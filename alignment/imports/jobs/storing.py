"""Storing imported pairs by COPY."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import count, islice
from tempfile import SpooledTemporaryFile
from typing import IO, Any

import psycopg2
from django.db import connection, transaction

from alignment.imports.jobs.copy_rows import CONTENT_COLUMNS, escape
from alignment.pairs.jobs import index_words
from annotation_site.assignments.models import Item
from annotation_site.assignments.quotas import place_on_ring
from annotation_site.jobs.tasks import wake_periodic_work
from annotation_site.projects.models import Project
from annotation_site.server.postgresql.sequences import take_ids

# Rows and bytes given to the driver at once: as much as it sends at once, and does not move about before.
ROWS, PIECE = 30, 1 << 13
# Bytes of items that wait in memory; more of them wait in a file.
HELD = 4 << 20

ITEM_COLUMNS = (
    "id", "project_id", "number", "identifier", "state", "required_count", "assigned_count", "submitted_count",
    "ring_place",
)  # fmt: skip
PAIR_COLUMNS = ("item_id", *CONTENT_COLUMNS)


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


def copy_rows(project: Project, before: int, rows: Iterator[bytes], expected: int, prefix: str | None = None) -> int:
    """COPY rows of pairs, then their items, on the transaction's own connection; return how many there are, of which
    the first `expected` are stored. Their numbers go on from `before`. With a prefix, pairs without an ID get it and
    their line.

    One COPY takes all pairs, so that the database stores what it has while more are read. It looks for their items at
    the end of the transaction. Nothing else can be asked on the connection meanwhile.
    """
    with connection.cursor() as cursor, SpooledTemporaryFile(HELD) as items:
        ids = take_ids(cursor, Item._meta.db_table, expected)
        numbered = zip(count(before + 1), ids, rows, strict=False)
        _copy(cursor, "alignment_sentencepair", PAIR_COLUMNS, _Stream(_split_rows(project, numbered, prefix, items)))
        stored = cursor.rowcount
        items.seek(0)
        _copy(cursor, "projects_item", ITEM_COLUMNS, _Stream(iter(partial(items.read, PIECE), b"")))
    transaction.on_commit(lambda: wake_periodic_work(index_words.__name__))
    return stored + sum(1 for _ in rows)


def _split_rows(
    project: Project, numbered: Iterator[tuple[int, int, bytes]], prefix: str | None, items: IO[bytes]
) -> Iterator[bytes]:
    """Yield the contents of pairs, in chunks; write the rows of their items to a file."""
    seed, head = project.seed, str(project.pk).encode()
    tail = f"{Item.State.OPEN.value}\t{project.annotators_per_item}\t0\t0".encode()
    named = None if prefix is None else escape(prefix).encode()
    while chunk := list(islice(numbered, ROWS)):
        heads, contents = [], []
        for number, item_id, row in chunk:
            line, identifier, content = row.split(b"\t", 2)
            if named is not None and not identifier:
                identifier = named + line
            ring_place = place_on_ring(seed, number)
            heads.append(b"%d\t%b\t%d\t%b\t%b\t%r\n" % (item_id, head, number, identifier, tail, ring_place))
            contents.append(b"%d\t%b\n" % (item_id, content))
        items.write(b"".join(heads))
        yield b"".join(contents)


def _copy(cursor: Any, table: str, columns: Sequence[str], rows: _Stream) -> None:
    try:
        cursor.copy_expert(f"COPY {table} ({', '.join(columns)}) FROM STDIN", rows)
    except psycopg2.Error:
        if rows.error is None:
            raise
        raise rows.error from None
