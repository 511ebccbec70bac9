"""Connections with fewer round trips, which are refused at once while the database hangs: a request that was cut does
not wait for another.
"""

from typing import Any

import psycopg2
from django.db.backends.postgresql import base
from django.db.backends.utils import debug_transaction  # type: ignore[attr-defined]  # not in the stubs

from annotation_site.server.database import watch
from annotation_site.server.postgresql.line import Cursor, Line


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, which asks the watch before it connects, and begins a transaction with its first statement.

    The driver stays in autocommit: it would send BEGIN, and COMMIT, by themselves.
    """

    connection: Line | None

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a new connection, or raise OperationalError while the database is silent."""
        if watch.is_silent:
            raise psycopg2.OperationalError("The database does not answer.")
        return super().get_new_connection({**conn_params, "connection_factory": Line, "cursor_factory": Cursor})

    def _set_autocommit(self, autocommit: bool) -> None:  # noqa: FBT001 - Django's signature
        assert self.connection is not None
        with self.wrap_database_errors:
            if not self.connection.autocommit:
                self.connection.autocommit = True
            if not autocommit:
                self.connection.begin()

    def _commit(self) -> None:
        if self.connection is not None:
            with debug_transaction(self, "COMMIT"), self.wrap_database_errors:
                self.connection.end()

    def _rollback(self) -> None:
        if self.connection is not None:
            with debug_transaction(self, "ROLLBACK"), self.wrap_database_errors:
                self.connection.undo()

    def _savepoint_rollback(self, sid: str) -> None:
        if self.connection is not None:
            # Whatever waits came after the savepoint, which is a statement itself.
            self.connection.waiting.clear()
        super()._savepoint_rollback(sid)  # type: ignore[misc]  # not in the stubs
