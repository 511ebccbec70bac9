"""A PostgreSQL of one script alone, which it may kill, freeze or leave without a disk."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import dj_database_url
from django.db import connection, connections

from annotation_site.backups.copies import back_up, restore
from annotation_site.embedded.places import open_place
from annotation_site.embedded.postgres import Postgres
from tests.running.databases import create_database, drop_database, find_template, on_server, use_database
from tests.scripts.stage import clear


@contextmanager
def use_own_cluster(folder: Path) -> Iterator[Postgres]:
    """Start a PostgreSQL of this script alone, which it may kill; a stage set inside uses it."""
    server = Postgres(open_place(folder), folder)
    kept = dict(connection.settings_dict)
    template = back_up_tables(folder / "tables")
    server.start()
    try:
        connections.close_all()
        connection.settings_dict.update(dj_database_url.parse(server.url))
        on_server("CREATE DATABASE {}", template)
        use_database(template)
        restore(folder / "tables")
        connections.close_all()  # a database that somebody uses is not copied
        yield server
    finally:
        connections.close_all()
        connection.settings_dict.update(kept)
        server.child.stop()
        clear(folder / "servers")


def back_up_tables(folder: Path) -> str:
    """Bring all tables, empty, into a folder: another server has them sooner from there than by migrating."""
    template, copy = find_template(), f"interlinea_copy_{os.getpid()}"
    create_database(copy)
    try:
        back_up(folder)
    finally:
        drop_database(copy)
    return template
