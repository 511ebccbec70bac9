"""The driver's connection, with statements that wait for the next one.

A round trip to the database costs more than most statements. BEGIN, COMMIT, and whatever nobody waits for an answer of
need none of their own: PostgreSQL takes several statements in one string, runs them in order, each seeing what those
before it did and what others committed meanwhile, and ends with the first that fails.
"""

from typing import Any

from psycopg2.extensions import TRANSACTION_STATUS_IDLE, connection, cursor

BEGIN, COMMIT, ROLLBACK = b"BEGIN", b"COMMIT", b"ROLLBACK"


class Line(connection):
    """A connection in autocommit, whose transactions begin with their first statement and end with their last."""

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.waiting: list[bytes] = []
        self.prepared: set[str] = set()

    def begin(self) -> None:
        """Begin a transaction with the next statement."""
        self.waiting.append(BEGIN)

    def end(self) -> None:
        """Commit, together with what waits. A transaction in which nothing was asked has not begun."""
        if self.waiting == [BEGIN]:
            self.waiting.clear()
        elif self.waiting or self.get_transaction_status() != TRANSACTION_STATUS_IDLE:
            self.cursor().execute(COMMIT)

    def undo(self) -> None:
        """Roll back, and forget what waits."""
        self.waiting.clear()
        if self.get_transaction_status() != TRANSACTION_STATUS_IDLE:
            self.cursor().execute(ROLLBACK)

    def send_waiting(self) -> None:
        """Run what waits, before something that goes another way than a statement."""
        if self.waiting:
            last = self.waiting.pop()
            self.cursor().execute(last)


class Cursor(cursor):
    """A cursor whose statement takes along those that wait."""

    connection: Line

    def execute(self, query: Any, values: Any = None) -> None:
        """Run what waits, then the query."""
        waiting = self.connection.waiting
        if not waiting:
            super().execute(query, values)
        elif self.name:  # the driver writes the declaration of the cursor before the query
            self.connection.send_waiting()
            super().execute(query, values)
        else:
            everything = b";".join((*waiting, self.mogrify(query, values)))
            waiting.clear()
            super().execute(everything)

    def executemany(self, query: Any, rows: Any) -> None:
        """Run what waits, then the query for each row."""
        self.connection.send_waiting()
        super().executemany(query, rows)

    def copy_expert(self, *args: Any, **named: Any) -> None:
        """Run what waits, then copy."""
        self.connection.send_waiting()
        super().copy_expert(*args, **named)
