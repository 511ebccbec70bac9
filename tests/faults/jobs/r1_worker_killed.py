"""R1: the worker is killed three times during 50 jobs; each has its effect exactly once, and those that a kill
interrupted are at work again within 20 s. No clock rings for sweeps: the new worker makes its own.

The small form promises no seconds: other tests run beside it.
"""

import os
import signal
import time
from contextlib import suppress
from pathlib import Path

from annotation_site.embedded.processes import Child
from annotation_site.jobs.models import Job
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage, kill
from tests.scripts.work import (
    QUICK_LEASES,
    RECOVERY_SECONDS,
    confirm,
    count_effects,
    find_attempts,
    holding,
    is_any_running,
    preview_imports,
    succeeded,
    wait_for_all,
    wait_for_recovery,
)
from tests.servers import wait_until

SETTLED_SECONDS = 0.3  # what a worker that is held still has asked of the database is done by then


@script(small={"jobs": 6, "pairs": 300, "kills": 1, "processes": 1, "is_timed": False}, small_settings=QUICK_LEASES)
def kill_worker(
    stage: Stage,
    jobs: int = 50,
    pairs: int = 2_000,
    kills: int = 3,
    processes: int = 2,
    within: int = 90,
    is_timed: bool = True,
) -> Report:
    previews = preview_imports(jobs, pairs)
    worker = stage.need_worker(processes)
    imports: list[Job] = []
    recovery = 0.0
    for number in range(kills):
        # A part of its own for each kill: what one interrupts is done before the next, since three would end it (R5).
        own = previews[number::kills]
        # The last one asked for waits for a row: however late the blow comes, a job is at work.
        with holding(own[-1].project):
            part = [confirm(preview) for preview in own]
            attempts = strike(worker, part, len(part) // 3)
        killed_at = time.monotonic()
        worker = stage.start_worker(processes)
        wait_for_recovery(attempts, within)
        recovery = max(recovery, time.monotonic() - killed_at)
        wait_for_all(part, within * 2)
        imports += part
    took = time.monotonic() - killed_at
    report = Report(f"R1  worker killed {kills} × during {jobs} imports of {pairs} pairs ({stage.form})")
    again = Job.objects.filter(pk__in=[job.pk for job in imports], attempt__gt=1).count()
    report.at_least("jobs that a kill interrupted", again, 1)
    report.equal("jobs done", succeeded(imports), jobs)
    report.equal("effects exactly once", count_effects(imports, pairs), jobs)
    if is_timed:
        report.at_most("interrupted jobs at work again after", recovery, RECOVERY_SECONDS, " s")
        report.at_most("all done after the last kill", took, float(within), " s")
    else:
        report.note("interrupted jobs at work again after", f"{recovery:.1f} s")
    return report


def strike(worker: Child, jobs: list[Job], done: int) -> dict[int, int]:
    """Kill the worker at work, and return the jobs that this interrupts, each with its attempt.

    It is held still first, with the processes of its jobs: one that was seen at work may be done before a signal comes.
    """
    assert worker.process is not None
    while True:
        wait_until_busy(jobs, done)
        held: list[int] = []
        hold_still(worker.process.pid, held)
        time.sleep(SETTLED_SECONDS)
        if attempts := find_attempts(jobs):
            send(held, signal.SIGKILL)
            kill(worker)
            return attempts
        send(held, signal.SIGCONT)


def hold_still(pid: int, held: list[int]) -> None:
    """Stop a process and all that it started, the parents first, so that no child is missed."""
    held.append(pid)
    send([pid], signal.SIGSTOP)
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread has ended
            for child in task.read_text().split():
                hold_still(int(child), held)


def send(pids: list[int], number: signal.Signals) -> None:
    for pid in pids:
        with suppress(ProcessLookupError):  # it has ended
            os.kill(pid, number)


def wait_until_busy(jobs: list[Job], done: int) -> None:
    """Wait for the moment to strike: some are done, and one is being worked on."""
    wait_until(lambda: succeeded(jobs) >= done and is_any_running(jobs), "the worker did not get to work")


if __name__ == "__main__":
    kill_worker.main()
