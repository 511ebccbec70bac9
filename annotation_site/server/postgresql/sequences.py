"""Keys of rows that are not there yet."""

from array import array
from collections.abc import Sequence
from typing import Any

# The sequence is looked up once, not for each key: that took most of the time.
TAKE = "SELECT nextval((SELECT pg_get_serial_sequence(%s, 'id')::regclass)) FROM generate_series(1, %s)"


def take_ids(cursor: Any, table: str, count: int) -> Sequence[int]:
    """Return so many keys for rows of a table, which nobody else gets."""
    cursor.execute(TAKE, [table, count])
    return array("q", (row[0] for row in cursor))
