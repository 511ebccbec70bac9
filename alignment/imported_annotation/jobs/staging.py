"""Readings of several files in temporary tables: the database compares them with each other and with the project's
pairs, so that memory does not grow with the files.

A pair is identified by its id, or if the file has none by its number. Numbers that a format gives as ids (NAACL) count
as numbers where no pair has any of them as its id. A project without pairs gets them from the files;
any other project accepts readings of existing pairs that were never assigned.
"""

import json
from collections.abc import Sequence
from contextlib import closing
from io import StringIO
from typing import Any

from django.db import connection

from alignment.formats import AlignedSentence, Base, FormatError, Rejected
from alignment.formats.link_files import LinkFile
from alignment.formats.links.aligned import ends_of
from annotation_site.jobs.running import JobRun
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError

CHUNK = 1_000
MOST_READERS = 50
TABLES = """
    CREATE TEMPORARY TABLE staged_reading (
        id bigint GENERATED ALWAYS AS IDENTITY, file smallint, reader smallint, line integer, number integer, key text,
        has_id boolean, source text, target text, source_end integer, target_end integer, reading jsonb,
        sure integer, possible integer, unaligned integer, fault text, excerpt text,
        here_source text[], here_target text[]
    );
    CREATE TEMPORARY TABLE staged_pair (
        key text, position bigint, number integer, item_id bigint, readings integer, source text[], target text[]
    )
"""
COPY = """
    COPY staged_reading (
        file, reader, line, number, key, has_id, source, target, source_end, target_end, reading, sure, possible,
        unaligned, fault, excerpt
    ) FROM STDIN
"""
COLUMN_COUNT = 16
TWICE = """
    UPDATE staged_reading AS later SET fault = 'Pair ' || later.key || ' already occurs in line ' || first.line || '.'
    FROM (SELECT min(id) AS id FROM staged_reading WHERE fault IS NULL GROUP BY reader, key) AS earliest
    JOIN staged_reading AS first USING (id)
    WHERE later.fault IS NULL AND later.reader = first.reader AND later.key = first.key AND later.id > first.id
"""
# The words of a pair are those of the first reading that brings any.
NEW_PAIRS = """
    INSERT INTO staged_pair (key, number, source, target)
    SELECT DISTINCT ON (key) key, number, string_to_array(source, ' '), string_to_array(target, ' ')
    FROM staged_reading WHERE fault IS NULL AND source IS NOT NULL AND target IS NOT NULL ORDER BY key, id
"""
IS_FREE = """
    item.state = 'open' AND item.assigned_count = 0
    AND NOT EXISTS (SELECT 1 FROM projects_assignment AS begun WHERE begun.item_id = item.id)
"""
# By ID before by number: of a key that fits two pairs, DISTINCT ON keeps the row that ORDER BY puts first.
PAIRS_HERE = f"""
    WITH wanted AS (
        SELECT key, min(number) AS number, bool_or(has_id) AS has_id
        FROM staged_reading WHERE fault IS NULL GROUP BY key
    ), item AS (
        SELECT * FROM projects_item AS item WHERE project_id = %s AND {IS_FREE}
    ), found AS (
        SELECT key, id, 1 AS rank FROM wanted JOIN item ON item.identifier = wanted.key WHERE has_id
        UNION ALL
        SELECT key, id, 2 FROM wanted JOIN item USING (number) WHERE NOT has_id OR item.identifier = ''
            OR (key = number::text AND NOT EXISTS (
                SELECT 1 FROM projects_item AS named JOIN wanted AS other ON named.identifier = other.key
                WHERE named.project_id = item.project_id AND other.has_id
            ))
    )
    INSERT INTO staged_pair (key, number, item_id, source, target)
    SELECT DISTINCT ON (key) key, number, item.id, source_tokens, target_tokens
    FROM found JOIN item USING (id) JOIN alignment_sentencepair AS pair ON pair.item_id = item.id
    ORDER BY key, rank, item.id
"""  # noqa: S608 - put together of our own text
# In the order of keys, so that two transactions cannot wait for each other.
LOCK_PAIRS = """
    SELECT id FROM projects_item WHERE id IN (SELECT item_id FROM staged_pair) ORDER BY id FOR NO KEY UPDATE
"""
# Whoever drew a pair before the lock stood has it; and two keys of one pair are one too many.
DROP_TAKEN = f"""
    DELETE FROM staged_pair AS staged WHERE NOT EXISTS (
        SELECT 1 FROM projects_item AS item WHERE item.id = staged.item_id AND {IS_FREE}
    ) OR EXISTS (SELECT 1 FROM staged_pair AS other WHERE other.item_id = staged.item_id AND other.key < staged.key)
"""  # noqa: S608 - put together of our own text
# FROM cannot join the row that is updated, so that it comes a second time, as `same`.
MISFITS = """
    UPDATE staged_reading AS staged SET here_source = found.source, here_target = found.target, fault = CASE
        WHEN found.source IS NULL THEN replace(%s, '{}', staged.key)
        WHEN string_to_array(staged.source, ' ') <> found.source OR string_to_array(staged.target, ' ') <> found.target
            THEN 'Its words differ from those of pair ' || staged.key || %s
        ELSE 'A link points past the last word: pair ' || staged.key || ' has ' || cardinality(found.source) || ' and '
            || cardinality(found.target) || ' words.'
    END
    FROM staged_reading AS same LEFT JOIN staged_pair AS found ON found.key = same.key
    WHERE same.id = staged.id AND staged.fault IS NULL AND (
        found.source IS NULL
        OR string_to_array(staged.source, ' ') <> found.source
        OR string_to_array(staged.target, ' ') <> found.target
        OR staged.source_end > cardinality(found.source) OR staged.target_end > cardinality(found.target))
"""
PLACE_PAIRS = """
    UPDATE staged_pair SET position = placed.position, readings = placed.readings
    FROM (SELECT key, count(*) AS readings, row_number() OVER (ORDER BY min(staged_pair.number), key) AS position
          FROM staged_pair JOIN staged_reading USING (key) WHERE fault IS NULL GROUP BY key) AS placed
    WHERE staged_pair.key = placed.key
"""
IN_PROJECT, IN_FIRST_READING = "in the project", "in its first reading"
NO_WORDS = "The files do not contain the words of pair {}. Import the text first."
NOT_FREE = "The project has no unassigned pair {}."


def stage_readings(run: JobRun, files: Sequence[LinkFile], bases: Sequence[Base]) -> list[tuple[int, str | None]]:
    """Fill the tables and find conflicts; return the readers as index of the file and name in it. `bases` are the
    first indices of the files.

    Call it in the transaction that is to hold the result, under the project's lock if pairs are imported.
    """
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        pair_count = Project.objects.get(pk=run.job.project_id).item_count
        readers = _copy_files(run, cursor, files, bases, pair_count)
        cursor.execute("CREATE INDEX ON staged_reading (key); ANALYZE staged_reading")
        cursor.execute(TWICE)
        if pair_count:
            cursor.execute(PAIRS_HERE, [run.job.project_id])
            cursor.execute(LOCK_PAIRS)
            cursor.execute(DROP_TAKEN)
            complaints = [NOT_FREE, f" {IN_PROJECT}."]
        else:
            cursor.execute(NEW_PAIRS)
            complaints = [NO_WORDS, f" {IN_FIRST_READING}."]
        cursor.execute("CREATE INDEX ON staged_pair (key); ANALYZE staged_pair")
        cursor.execute(MISFITS, complaints)
        cursor.execute(PLACE_PAIRS)
        cursor.execute("DELETE FROM staged_pair WHERE position IS NULL")
    return readers


def drop_staged() -> None:
    """Drop the tables before the transaction ends."""
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE staged_reading, staged_pair")


def fetch(query: str, parameters: Sequence[Any] = ()) -> list[tuple[Any, ...]]:
    """Return the rows of a query over the tables."""
    with connection.cursor() as cursor:
        cursor.execute(query, parameters)
        rows: list[tuple[Any, ...]] = cursor.fetchall()
        return rows


def _copy_files(
    run: JobRun, cursor: Any, files: Sequence[LinkFile], bases: Sequence[Base], pair_count: int
) -> list[tuple[int, str | None]]:
    readers: dict[tuple[int, str | None], int] = {}
    staged, count = StringIO(), 0
    for index, file in enumerate(files):
        before, has_names = count, False
        try:
            with closing(file.checked_rows(bases[index])) as rows:
                for row in rows:
                    if file.is_by_line and _is_after_end(row, pair_count):
                        continue
                    count += 1
                    has_names = has_names or (isinstance(row, AlignedSentence) and row.identifier is not None)
                    staged.write(_row(index, row, readers))
                    if count % CHUNK == 0:
                        _flush(cursor, staged)
                        run.report(count)
        except FormatError as error:
            raise DomainError(str(error)) from error
        if len(readers) > MOST_READERS:
            raise DomainError(f"At most {MOST_READERS} annotators can be imported at once.")
        if count == before:
            raise DomainError(f"{file.name} has no sentence pair.")
        if file.is_by_line and not has_names and count - before != pair_count:
            raise DomainError(str(file.lengths_error(count - before, pair_count)))
    _flush(cursor, staged)
    return list(readers)


def _is_after_end(row: AlignedSentence | Rejected, pair_count: int) -> bool:
    """Return whether a row is a blank line after that of the last pair."""
    return isinstance(row, AlignedSentence) and row.number > pair_count and row.is_blank


def _row(index: int, row: AlignedSentence | Rejected, readers: dict[tuple[int, str | None], int]) -> str:
    if isinstance(row, Rejected):
        return _columns(index, None, row.line, *[None] * (COLUMN_COUNT - 5), row.reason, row.text)
    reader = readers.setdefault((index, row.annotator), len(readers))
    reading = row.reading
    sure = len(reading.cells("S"))
    return _columns(
        index,
        reader,
        row.line,
        row.number,
        row.identifier or row.number,
        bool(row.identifier),
        row.source_tokens and " ".join(row.source_tokens),
        row.target_tokens and " ".join(row.target_tokens),
        *ends_of(reading),
        json.dumps(reading.to_json()),
        sure,
        len(reading.links) - sure,
        len(reading.unaligned_source) + len(reading.unaligned_target),
        None,
        None,
    )


def _columns(*cells: object) -> str:
    # No cell holds a tab or a line's end: what would bring one is refused or replaced before.
    return "\t".join("\\N" if cell is None else str(cell).replace("\\", "\\\\") for cell in cells) + "\n"


def _flush(cursor: Any, staged: StringIO) -> None:
    staged.seek(0)
    cursor.copy_expert(COPY, staged)
    staged.seek(0)
    staged.truncate()
