"""Databases for tests: copies of one that is migrated once for each state of the migrations."""

import hashlib
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from functools import cache
from pathlib import Path

import psycopg2
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connection, connections
from psycopg2 import extensions, sql

ROOT = Path(__file__).resolve().parents[2]
END_CONNECTIONS = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s AND usename = current_user"
MAKING = 7_203_118  # key of the lock under which one process migrates and others wait


def find_template() -> str:
    """Name of a database with all tables and no rows of ours; migrated where the server has none of these migrations.

    It stays on the server for the next run, in place of this checkout's earlier ones.
    """
    own = f"interlinea_template_{hashlib.sha256(str(ROOT).encode()).hexdigest()[:8]}_"
    name = own + _hash_migrations()
    with server() as cursor:
        cursor.execute("SELECT pg_advisory_lock(%s)", [MAKING])
        cursor.execute("SELECT datname FROM pg_database WHERE starts_with(datname, %s)", [own])
        found = [row[0] for row in cursor.fetchall()]
        if name not in found:
            for earlier in found:
                on_server("DROP DATABASE {}", earlier)
            _migrate(name)
    return name


def _migrate(name: str) -> None:
    """Under another name first, so that what a killed process leaves is never copied."""
    used, partial = connection.settings_dict["NAME"], f"{name}_partial"
    on_server("CREATE DATABASE {}", partial)
    use_database(partial)
    try:
        call_command("migrate", verbosity=0)
    finally:
        use_database(used)
    on_server("ALTER DATABASE {} RENAME TO {}", partial, name)


def use_database(name: str) -> None:
    """Let this process work on another database of the same server."""
    connections.close_all()
    connection.settings_dict["NAME"] = name


def on_server(pattern: str, *names: str, values: Sequence[str] = ()) -> None:
    """Run a statement about whole databases, with their names filled in."""
    with server() as cursor:
        cursor.execute(sql.SQL(pattern).format(*map(sql.Identifier, names)), values)


def create_database(name: str) -> None:
    """Make a database with all tables and let this process use it."""
    on_server("CREATE DATABASE {} TEMPLATE {}", name, find_template())
    use_database(name)
    settings.DATABASES["default"]["NAME"] = name


def drop_database(name: str) -> None:
    """Drop it with whatever connections of ours are left."""
    connections.close_all()
    # Not WITH (FORCE): only a superuser may end an autovacuum worker in this way. A plain DROP ends that one itself.
    on_server(END_CONNECTIONS, values=[name])
    on_server("DROP DATABASE IF EXISTS {}", name)


@contextmanager
def server() -> Iterator[extensions.cursor]:
    """Open a session beside Django's, in which every statement is a transaction."""
    address = connection.settings_dict
    session = psycopg2.connect(
        host=address["HOST"],
        port=address["PORT"],
        user=address["USER"],
        password=address["PASSWORD"],
        dbname="postgres",
    )
    with closing(session):
        session.autocommit = True
        with session.cursor() as cursor:
            yield cursor


@cache
def _hash_migrations() -> str:
    digest = hashlib.sha256()
    for app in apps.get_app_configs():
        for file in sorted((Path(app.path) / "migrations").rglob("*.py")):
            digest.update(f"{app.label} {file.name} ".encode() + file.read_bytes())
    return digest.hexdigest()[:12]
