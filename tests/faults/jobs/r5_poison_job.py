"""R5: one of 50 jobs kills whatever process works on it; it fails with a sentence after three attempts, 49 are done.

The process is killed as the system does when memory runs out. The job is an import that waits for a row of its
project which the script keeps locked: PostgreSQL then says who waits.
"""

import os
import signal
import time

import psutil
from django.db import connection

from annotation_site.assignments.models import Item
from annotation_site.embedded.processes import Child
from annotation_site.jobs.models import Job
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import QUICK_LEASES, confirm, count_effects, holding, preview_imports, succeeded, wait_for_all

PAIRS = 200
WAITING = "SELECT client_port FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'"


@script(small={"jobs": 6, "processes": 1}, small_settings=QUICK_LEASES)
def poison(stage: Stage, jobs: int = 50, processes: int = 2, within: int = 360) -> Report:
    previews = preview_imports(jobs, PAIRS)
    stage.need_beat()
    worker = stage.need_worker(processes)
    with holding(previews[jobs // 2].project):
        others = [confirm(preview) for preview in previews]
        poisoned = others.pop(jobs // 2)
        kills, began = 0, time.monotonic()
        unfinished = Job.objects.unfinished().filter(pk=poisoned.pk)
        while unfinished.exists() and time.monotonic() - began < within:
            kills += kill_waiting(worker)
            time.sleep(0.1)
    took = time.monotonic() - began
    wait_for_all(others, within)
    poisoned.refresh_from_db()
    report = Report(f"R5  a poison job among {jobs} imports of {PAIRS} pairs ({stage.form})")
    report.equal("processes it killed", kills, 3)
    report.equal("its attempts", poisoned.attempt, 3)
    report.equal("its state", poisoned.state, "failed")
    report.equal("what it left behind", Item.objects.filter(project=poisoned.project).count(), 0)
    report.equal("the others done", succeeded(others), jobs - 1)
    report.equal("the others' effects exactly once", count_effects(others, PAIRS), jobs - 1)
    report.note("given up after", f"{took:.0f} s")
    report.note("its sentence", poisoned.error)
    return report


def kill_waiting(worker: Child) -> int:
    """Kill the worker's process that waits for a lock; gives how many were killed."""
    with connection.cursor() as cursor:
        cursor.execute(WAITING)
        ports = {row[0] for row in cursor.fetchall()}
    assert worker.process is not None
    for process in psutil.Process(worker.process.pid).children(recursive=True):
        try:
            if ports & {link.laddr.port for link in process.net_connections(kind="tcp")}:
                os.kill(process.pid, signal.SIGKILL)
                process.wait(5)
                return 1
        except psutil.NoSuchProcess:  # ended since it was listed, so that it does not wait for the lock
            continue
    return 0


if __name__ == "__main__":
    poison.main()
