"""Connections that are refused at once while the database hangs: a request that was cut does not wait for another."""

from typing import Any

import psycopg2
from django.db.backends.postgresql import base

from annotation_site.server.database import watch


class DatabaseWrapper(base.DatabaseWrapper):
    """Django's own, which asks the watch before it connects."""

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a new connection, or raise OperationalError while the database is silent."""
        if watch.is_silent:
            raise psycopg2.OperationalError("The database does not answer.")
        return super().get_new_connection(conn_params)
