"""R21: code that is older than the database's tables, or than a backup, refuses to touch them, with a sentence.

To this code, a database is newer that has a migration which it does not know; people who work go on meanwhile on the
processes of the newer version, which are those that run already.
"""

import json
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from django.db import connection
from django.db.migrations.recorder import MigrationRecorder

from annotation_site.backups.copies import CONTENTS, back_up
from annotation_site.settings import VERSION
from tests.factories import make_project
from tests.scripts.report import Report
from tests.scripts.savers import Savers, longest_wait
from tests.scripts.script import script
from tests.scripts.stage import CELERY, Stage, site_command, worker_command
from tests.scripts.work import make_manager
from tests.servers import ROOT, child_environment, free_port

FUTURE = ("projects", "9999_of_a_newer_version")
STARTS = {
    "web": lambda: site_command(1, free_port()),
    "worker": lambda: worker_command(1),
    "beat": lambda: [*CELERY, "beat", "--schedule", "/dev/null", "--pidfile", ""],
    "demo of make run": lambda: [sys.executable, "manage.py", "load_demo", "--migrate", "--show"],
}
START_SECONDS = 150


@script(small={"people": 3, "processes": 1, "is_timed": False}, needs_peace=True)
def start_old_code(stage: Stage, people: int = 20, processes: int = 2, is_timed: bool = True) -> Report:
    stage.stop_children()
    folder = stage.folder / "newer-backup"
    savers = Savers.make(make_project(make_manager(), annotators_per_item=1), people)
    address = stage.need_site(processes)
    report = Report(f"R21  older code on newer tables, under {people} people who save on newer code")
    recorder = MigrationRecorder(connection)
    recorder.record_applied(*FUTURE)
    try:
        with savers.working(address):
            with ThreadPoolExecutor(len(STARTS)) as pool:
                ended = pool.map(lambda make_command: _run(stage, make_command()), STARTS.values())
                for name, done in zip(STARTS, ended, strict=True):
                    report.at_least(f"{name}: ended by an error that says why", _refusals(done), 1)
            back_up(folder)
            savers.wait_for_saves("nobody saves any more")
    finally:
        recorder.record_unapplied(*FUTURE)
    contents = json.loads((folder / CONTENTS).read_text())
    report.equal("version in the backup", contents["version"], VERSION)
    done = _run(stage, [sys.executable, "manage.py", "restore", str(folder)])
    report.equal("backup of it: refused with one sentence", (done.returncode, len(done.stderr.splitlines())), (1, 1))
    report.note("its sentence", done.stderr.strip())
    report.equal("answers other than 200", sum(each.status != 200 for each in savers.answers), 0)
    if is_timed:
        report.at_most("longest wait for an answer", longest_wait(savers.answers), 5.0, " s")
    savers.compare(report)
    return report


def _run(stage: Stage, command: list[str]) -> subprocess.CompletedProcess[str]:
    environment = {**child_environment(), "REDIS_URL": stage.broker.url}
    return subprocess.run(
        command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False, timeout=START_SECONDS
    )


def _refusals(done: subprocess.CompletedProcess[str]) -> int:
    """Return how often it said why it does not start; none if it did not end by an error."""
    sentence = f"The database was used by a newer version of Interlinea ({' '.join(FUTURE)}). Start that version"
    return (done.stdout + done.stderr).count(sentence) if done.returncode else 0


if __name__ == "__main__":
    start_old_code.main()
