"""Comparison of the database's tables with those of this version of the code."""

import logging
from collections.abc import Iterable

from django.core.exceptions import ImproperlyConfigured
from django.db import Error as DatabaseError
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.db.migrations.recorder import MigrationRecorder

logger = logging.getLogger(__name__)
Migration = tuple[str, str]


def list_applied_migrations() -> list[Migration]:
    """Return the migrations that the database has."""
    return sorted(MigrationRecorder(connection).applied_migrations())


def find_unknown_migrations(applied: Iterable[Migration] | None = None) -> list[Migration]:
    """Return the migrations that the database has, or a backup of one, and this code does not: it was used by a newer
    version.
    """
    known = MigrationLoader(None)
    applied = list_applied_migrations() if applied is None else applied
    return sorted(key for key in applied if key[0] in known.migrated_apps and key not in known.disk_migrations)


def name_migrations(migrations: Iterable[Migration]) -> str:
    """Return the migrations for a sentence."""
    return ", ".join(f"{app} {name}" for app, name in migrations)


def find_missing_migrations() -> list[Migration]:
    """Return the migrations that this code has and the database does not: `manage.py migrate` has not been run."""
    known = MigrationLoader(None)
    return sorted(known.disk_migrations.keys() - MigrationRecorder(connection).applied_migrations().keys())


def refuse_newer_tables() -> None:
    """Raise ImproperlyConfigured if a newer version has used this database: older code would write by rules that no
    longer hold. A database that is away is left to the requests.
    """
    try:
        unknown = find_unknown_migrations()
    except DatabaseError as error:
        logger.warning("The version of the database's tables is not known: %s", error)
        return
    if unknown:
        raise ImproperlyConfigured(
            f"The database was used by a newer version of Interlinea ({name_migrations(unknown)}). Start that version, "
            "or restore a backup made by this one."
        )
