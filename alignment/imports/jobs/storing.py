"""Storing imported pairs by COPY."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from io import StringIO
from itertools import islice
from typing import Any

from django.db import connection, transaction

from alignment.formats import Pair
from alignment.imports.jobs.texts import TargetWords
from alignment.pairs.jobs import index_words
from annotation_site.assignments.models import Item
from annotation_site.assignments.quotas import place_on_ring
from annotation_site.jobs.tasks import ring_periodic_work
from annotation_site.projects.models import Project

CHUNK = 2_000
SEAM = "\x1f"

ITEM_COLUMNS = (
    "id", "project_id", "number", "identifier", "state", "required_count", "assigned_count", "submitted_count",
    "ring_place",
)  # fmt: skip
PAIR_COLUMNS = (
    "item_id", "source_tokens", "target_tokens", "source_text", "target_text", "source_target_words",
    "target_target_words", "is_indexed",
)  # fmt: skip


def copy_pairs(project: Project, before: int, pairs: Iterator[Pair], target_words: TargetWords) -> int:
    """COPY items and sentence pairs in chunks on the transaction's own connection; return how many. Their numbers go on
    from `before`.
    """
    number = before
    with connection.cursor() as cursor:
        while chunk := list(islice(pairs, CHUNK)):
            cursor.execute(
                "SELECT nextval(pg_get_serial_sequence('projects_item', 'id')) FROM generate_series(1, %s)",
                [len(chunk)],
            )
            ids = [row[0] for row in cursor.fetchall()]
            items, contents = StringIO(), StringIO()
            for item_id, pair in zip(ids, chunk, strict=True):
                number += 1
                _write_item(items, project, item_id, number, pair)
                _write_content(contents, item_id, pair, target_words)
            _copy(cursor, "projects_item", ITEM_COLUMNS, items)
            _copy(cursor, "alignment_sentencepair", PAIR_COLUMNS, contents)
    transaction.on_commit(lambda: ring_periodic_work(index_words.__name__))
    return number - before


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


def _copy(cursor: Any, table: str, columns: Sequence[str], rows: StringIO) -> None:
    rows.seek(0)
    cursor.copy_expert(f"COPY {table} ({', '.join(columns)}) FROM STDIN", rows)
