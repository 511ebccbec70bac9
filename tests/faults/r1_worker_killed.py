"""R1: the worker is killed three times during 50 jobs; each has its effect exactly once, soon after the last kill."""

import time

from annotation_site.jobs.models import Job
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage, kill
from tests.scripts.work import (
    QUICK_LEASES,
    confirm,
    count_effects,
    is_any_running,
    preview_imports,
    succeeded,
    wait_for_all,
)
from tests.servers import wait_until


@script(small={"jobs": 6, "pairs": 1_000, "kills": 1, "processes": 1}, small_settings=QUICK_LEASES)
def kill_worker(
    stage: Stage, jobs: int = 50, pairs: int = 2_000, kills: int = 3, processes: int = 2, within: int = 90
) -> Report:
    previews = preview_imports(jobs, pairs)
    stage.need_beat()
    worker = stage.need_worker(processes)
    imports = [confirm(preview) for preview in previews]
    for number in range(1, kills + 1):
        wait_until_busy(imports, jobs * number // (kills + 2))
        kill(worker)
        killed_at = time.monotonic()
        worker = stage.start_worker(processes)
    wait_for_all(imports, within * 2)
    took = time.monotonic() - killed_at
    report = Report(f"R1  worker killed {kills} × during {jobs} imports of {pairs} pairs ({stage.form})")
    again = Job.objects.filter(pk__in=[job.pk for job in imports], attempt__gt=1).count()
    report.at_least("jobs that a kill interrupted", again, 1)
    report.equal("jobs done", succeeded(imports), jobs)
    report.equal("effects exactly once", count_effects(imports, pairs), jobs)
    report.at_most("all done after the last kill", took, within, " s")
    return report


def wait_until_busy(jobs: list[Job], done: int) -> None:
    """Wait for the moment to strike: some are done, and one is being worked on."""
    wait_until(lambda: succeeded(jobs) >= done and is_any_running(jobs), "the worker did not get to work")


if __name__ == "__main__":
    kill_worker.main()
