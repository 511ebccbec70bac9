"""R13: back up while people work, destroy database and files, restore: every table and every file is as it was.

The database is restored as an operator would, by `manage.py` in a process of its own.
"""

import hashlib
import shutil
import subprocess
import sys
import time
from pathlib import Path

from django.conf import settings
from django.core.files.storage import default_storage
from django.db import DatabaseError, connection, connections

from annotation_site.backups.copies import fingerprint_tables
from annotation_site.jobs.models import Upload
from annotation_site.operations.models import Operation
from tests.factories import make_member, make_pair, make_project, make_reading
from tests.running.databases import drop_database, on_server
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import confirm, make_manager, preview_imports, work_here
from tests.servers import ROOT, child_environment

MOST_SECONDS = 300


@script(small={"jobs": 1, "pairs": 100, "readings": 20}, needs_peace=True)
def destroy_and_restore(stage: Stage, jobs: int = 20, pairs: int = 20_000, readings: int = 400) -> Report:
    stage.stop_children()  # a worker's signs of life are rows, too
    for preview in preview_imports(jobs, pairs):
        work_here(confirm(preview))
    _annotate(readings)
    before, files = fingerprint_tables(), _hash_files()
    folder = stage.folder / "backup"
    seconds_out = _manage("back_up", str(folder))
    _write_on()  # must not be in the backup
    _destroy()
    seconds_in = _manage("restore", str(folder))
    after, files_after = fingerprint_tables(), _hash_files()
    report = Report("R13  back up, destroy database and files, restore")
    report.note("rows", f"{sum(count for count, _ in before.values()):,}")
    report.note("back up", f"{seconds_out:.1f} s")
    report.at_most("restore", seconds_in, float(MOST_SECONDS), " s")
    report.equal("tables that differ", sum(before[table] != after.get(table) for table in before), 0)
    report.equal("tables there before and not after, or the reverse", len(before.keys() ^ after.keys()), 0)
    report.equal("files", len(files_after), len(files))
    report.equal("files that differ", len(files.items() ^ files_after.items()), 0)
    report.equal("the database still refuses to change an operation", _refuses_change(), True)
    return report


def _annotate(readings: int) -> None:
    project = make_project(make_manager(), annotators_per_item=2)
    annotators = [make_member(project), make_member(project)]
    for _ in range(readings // 2):
        make_pair(project)
    for number in range(readings):
        make_reading(annotators[number % 2], "0-0S 1-2P 2-1S")


def _write_on() -> None:
    make_project(make_manager())


def _destroy() -> None:
    name = connection.settings_dict["NAME"]
    drop_database(name)
    shutil.rmtree(settings.STORAGES["default"]["OPTIONS"]["location"])
    on_server("CREATE DATABASE {}", name)
    connections.close_all()


def _hash_files() -> dict[str, str]:
    # A worker that was killed may have left the row of an upload whose file it had deleted.
    names = Upload.objects.filter(jobs__isnull=False).values_list("file", flat=True)
    return {name: hashlib.sha256(Path(default_storage.path(name)).read_bytes()).hexdigest() for name in names}


def _manage(*command: str) -> float:
    began = time.monotonic()
    run = subprocess.run(
        [sys.executable, "manage.py", *command],
        cwd=ROOT,
        env=child_environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return time.monotonic() - began


def _refuses_change() -> bool:
    try:
        Operation.objects.update(kind="changed")
    except DatabaseError as error:
        return "Cannot update or delete rows" in str(error)
    return False


if __name__ == "__main__":
    destroy_and_restore.main()
