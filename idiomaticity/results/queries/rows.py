"""Ratings read as columns of numbers, for figures over all of them."""

from collections.abc import Collection

import numpy as np
from django.db import connection
from django.db.models import BigIntegerField, Func, IntegerField, QuerySet, SmallIntegerField
from django.db.models.functions import Cast, Coalesce
from psycopg2.sql import SQL

from annotation_site.projects.models import Project
from idiomaticity.ratings.models import Rating
from idiomaticity.results.score_table import NO_SCORE, Columns, ScoreTable
from idiomaticity.scales.judgements import SCALES

# PostgreSQL's binary COPY: a header, then for each row the number of fields, and each field after its length.
HEADER_BYTES = 19
RECORD = np.dtype(
    [
        ("fields", ">i2"),
        *(("item_length", ">i4"), ("item", ">i8")),
        *(("annotator_length", ">i4"), ("annotator", ">i8")),
        *(("day_length", ">i4"), ("day", ">i4")),
        *((name, kind) for scale in SCALES for name, kind in ((f"{scale}_length", ">i4"), (scale, ">i2"))),
    ]
)
PIECE_BYTES = 50_000 * RECORD.itemsize


class DayNumber(Func):
    """The day of a moment in UTC, counted as `datetime.date.toordinal` does."""

    template = "((%(expressions)s) AT TIME ZONE 'UTC')::date - DATE '0001-01-01' + 1"
    output_field = IntegerField()


def read_score_table(
    project: Project, items: Collection[int] | None = None, *, with_excluded: bool = False
) -> ScoreTable:
    """Return all ratings that count, or those of some items, in order of submission.

    A rating takes a few bytes; pseudonyms are in order of joining.
    """
    ratings = Rating.objects.counted(project, with_excluded=with_excluded)
    if items is not None:
        ratings = ratings.filter(assignment__item__in=items)
    annotators = project.memberships.exclude(pseudonym="").order_by("pk")
    names = dict(annotators.values_list("pk", "pseudonym"))
    return ScoreTable.from_columns(copy_columns(ratings), names, project.idiomaticity.score_scale)


def copy_columns(ratings: QuerySet[Rating]) -> list[Columns]:
    """Return these ratings as pieces of columns, in order of submission.

    The database sends them by COPY, in a fifth of the time that an object for every number would take, and memory holds
    nothing but the columns and one piece.
    """
    keys = [Cast(f"assignment__{name}_id", BigIntegerField()) for name in ("item", "annotator")]
    day = DayNumber(Coalesce("assignment__submitted_at", "assignment__created_at"))
    scores = [Cast(Coalesce(scale, NO_SCORE), SmallIntegerField()) for scale in SCALES]
    rows = ratings.order_by("assignment__submitted_at", "pk").values_list(*keys, day, *scores)
    sql, parameters = rows.query.sql_with_params()
    received = _Received()
    with connection.cursor() as cursor:
        query = cursor.cursor.mogrify(sql, parameters).decode()
        cursor.cursor.copy_expert(SQL("COPY ({}) TO STDOUT (FORMAT binary)").format(SQL(query)), received)
    return received.columns()


class _Received:
    """Sink for the data of COPY."""

    def __init__(self) -> None:
        self._rest = bytearray()
        self._skipped = 0
        self._pieces: list[Columns] = []

    def write(self, data: bytes) -> int:
        """Take the next bytes, cutting them into columns as soon as they make a piece."""
        self._rest += data
        if self._skipped < HEADER_BYTES:
            header = min(HEADER_BYTES - self._skipped, len(self._rest))
            self._skipped += header
            del self._rest[:header]
        if len(self._rest) >= PIECE_BYTES:
            self._cut()
        return len(data)

    def columns(self) -> list[Columns]:
        """Return all columns received; the rest is the trailer."""
        self._cut()
        return self._pieces

    def _cut(self) -> None:
        count = len(self._rest) // RECORD.itemsize
        whole = bytes(self._rest[: count * RECORD.itemsize])
        del self._rest[: count * RECORD.itemsize]
        rows = np.frombuffer(whole, dtype=RECORD)
        scores = np.stack([rows[scale].astype(np.int8) for scale in SCALES], axis=1)
        keys = rows["item"].astype(np.int64), rows["annotator"].astype(np.int64)
        self._pieces.append((*keys, rows["day"].astype(np.int32), scores))
