"""Rows of any tables written to a file as the database copies them, and read back with every column as it was."""

from __future__ import annotations

import hashlib
import json
import tempfile
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import IO, Any

import pgtrigger
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import IntegrityError, connection, transaction
from django.db.models import Model, QuerySet

from annotation_site.closing.models import Deletion
from annotation_site.web.exceptions import NotEditable

TABLES = "tables.json"


class _Lines:
    """A file being written, with its rows counted: one a line, whatever a row holds."""

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.count = 0

    def write(self, data: bytes) -> int:
        self.count += data.count(b"\n")
        return self._file.write(data)


@contextmanager
def keeping_files() -> Iterator[list[str]]:
    """Yield a list of the names of files that are stored meanwhile; they are deleted if the rows stay after all."""
    stored: list[str] = []
    try:
        yield stored
    except BaseException:
        for name in stored:
            default_storage.delete(name)
        raise


def store_rows(tables: Sequence[QuerySet[Model]], name: str, stored: list[str]) -> tuple[dict[str, Any], list[int]]:
    """Store the rows of each table in a file; return its name, size and hash, and the number of rows of each table."""
    counts, listed = [], []
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive, connection.cursor() as cursor:
            for index, rows in enumerate(tables):
                columns = [field.column for field in rows.model._meta.concrete_fields]
                chosen = rows.values_list(*(field.attname for field in rows.model._meta.concrete_fields))
                sql, parameters = chosen.query.sql_with_params()
                query = cursor.mogrify(sql, parameters).decode()
                with archive.open(f"{index:03}.copy", "w", force_zip64=True) as packed:
                    lines = _Lines(packed)
                    cursor.copy_expert(f"COPY ({query}) TO STDOUT", lines)
                counts.append(lines.count)
                listed.append({"table": rows.model._meta.db_table, "columns": columns})
            archive.writestr(TABLES, json.dumps(listed))
        size = file.seek(0, 2)
        file.seek(0)
        digest = hashlib.file_digest(file, "sha256").hexdigest()
        file.seek(0)
        path = default_storage.save(f"deleted/{name}.zip", File(file))
        stored.append(path)
    return {"file": path, "size": size, "sha256": digest}, counts


def put_back(deletion: Deletion) -> None:
    """Insert the rows again, as they were, in the caller's transaction; raise NotEditable if something else has their
    place by now, or what they refer to is gone.
    """
    try:
        # What triggers made of these rows when they were new comes back with them. A savepoint, because the last
        # statement of `ignore` is refused in a transaction that has failed.
        with (
            deletion.file.open("rb") as file,
            zipfile.ZipFile(file) as archive,
            pgtrigger.ignore(),
            transaction.atomic(),
        ):
            listed = json.loads(archive.read(TABLES))
            # `copy_expert` is the driver's, and its errors are not Django's.
            with connection.wrap_database_errors, connection.cursor() as cursor:
                cursor.execute("SELECT 1")  # the statement with which triggers begin to be ignored
                for index, described in reversed(list(enumerate(listed))):
                    names = ", ".join(connection.ops.quote_name(name) for name in described["columns"])
                    table = connection.ops.quote_name(described["table"])
                    with archive.open(f"{index:03}.copy") as rows:
                        cursor.copy_expert(f"COPY {table} ({names}) FROM STDIN", rows)
                cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    except IntegrityError as error:
        raise NotEditable(
            f"“{deletion.name}” cannot be restored: something with its name exists by now, or something that it "
            "belongs to was deleted. Delete the one, or restore the other, and try again."
        ) from error
