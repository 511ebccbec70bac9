"""R1: the worker is killed three times during 50 jobs; each has its effect exactly once, soon after the last kill."""

import time

from annotation_site.jobs.models import Job
from tests.faults.report import Report, play
from tests.faults.stage import kill, set_stage
from tests.faults.work import (
    SHORT,
    confirm,
    count_effects,
    is_any_running,
    preview_imports,
    succeeded,
    wait_for_all,
)
from tests.servers import wait_until

JOBS, KILLS = 50, 3


def kill_worker(is_short: bool) -> Report:
    """Play it; the short form has fewer pairs and a shorter lease."""
    pairs, within = (250, 60) if is_short else (2_000, 90)
    form = f"short form: {SHORT}" if is_short else "lease and sweep as installed"
    with set_stage(**(SHORT if is_short else {})) as stage:
        previews = preview_imports(JOBS, pairs)
        stage.start_beat()
        worker = stage.start_worker()
        jobs = [confirm(preview) for preview in previews]
        for number in range(1, KILLS + 1):
            wait_until_busy(jobs, JOBS * number // (KILLS + 2))
            kill(worker)
            killed_at = time.monotonic()
            worker = stage.start_worker()
        wait_for_all(jobs, within * 2)
        took = time.monotonic() - killed_at
        report = Report(f"R1  worker killed {KILLS} × during {JOBS} imports of {pairs} pairs ({form})")
        again = Job.objects.filter(pk__in=[job.pk for job in jobs], attempt__gt=1).count()
        report.at_least("jobs that a kill interrupted", again, 1)
        report.equal("jobs done", succeeded(jobs), JOBS)
        report.equal("effects exactly once", count_effects(jobs, pairs), JOBS)
        report.at_most("all done after the last kill", took, within, " s")
        return report


def wait_until_busy(jobs: list[Job], done: int) -> None:
    """Wait for the moment to strike: some are done, and one is being worked on."""
    wait_until(lambda: succeeded(jobs) >= done and is_any_running(jobs), "the worker did not get to work")


if __name__ == "__main__":
    play(kill_worker)
