"""Folders of releases' dumps, and an empty site to unpack them into."""

import os
import tarfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from django.conf import settings
from django.db import connection
from django.test import override_settings

from tests.running.databases import drop_database, on_server, use_database
from tests.scripts.stage import files_in

DUMPS = Path(__file__).resolve().parent / "dumps"
BACKUP, FIGURES = "backup", "figures.json"


@contextmanager
def empty_site(folder: Path) -> Iterator[None]:
    """Work on a database without tables and on a file store without files, and clear the database away."""
    used, name = connection.settings_dict["NAME"], f"interlinea_upgrade_{os.getpid()}"
    on_server("CREATE DATABASE {}", name)
    use_database(name)
    try:
        with override_settings(STORAGES={**settings.STORAGES, "default": files_in(folder / "files")}):
            yield
    finally:
        use_database(used)
        drop_database(name)


def pack_dump(folder: Path, archive: Path) -> None:
    """Store the folder as one compressed file; a backup compresses each table by itself, and most are small."""
    with tarfile.open(archive, "w:xz", preset=9) as packed:
        packed.add(folder, arcname=".")


def unpack_dump(archive: Path, folder: Path) -> None:
    with tarfile.open(archive) as packed:
        # Python 3.11.0 to 3.11.3 know no filters; the dumps are our own.
        packed.extractall(folder, **({"filter": "data"} if hasattr(tarfile, "data_filter") else {}))  # type: ignore[arg-type]
