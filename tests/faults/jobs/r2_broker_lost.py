"""R2: the broker is killed in mid-work and its data deleted; every job is still done, once, those asked for meanwhile
too. The small form promises no seconds: other tests run beside it."""

import time

from annotation_site.jobs.models import Job
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import QUICK_LEASES, confirm, count_effects, holding, preview_imports, succeeded, wait_for_all
from tests.servers import wait_until

ASKED_MEANWHILE = 5


@script(small={"jobs": 15, "pairs": 300, "away": 1, "processes": 1, "is_timed": False}, small_settings=QUICK_LEASES)
def lose_broker(
    stage: Stage,
    jobs: int = 50,
    pairs: int = 2_000,
    away: int = 15,
    processes: int = 2,
    within: int = 180,
    is_timed: bool = True,
) -> Report:
    previews = preview_imports(jobs, pairs)
    stage.need_beat()
    stage.need_worker(processes)
    first, meanwhile = previews[:-ASKED_MEANWHILE], previews[-ASKED_MEANWHILE:]
    # The last one asked for waits for a row, so that work is left whenever the broker dies.
    with holding(first[-1].project):
        imports = [confirm(preview) for preview in first]
        wait_until(lambda: succeeded(imports) >= jobs // 5, "the worker did not get to work")
        stage.lose_broker()
        lost = Job.objects.unfinished().filter(pk__in=[job.pk for job in imports]).count()
        slowest = 0.0
        for preview in meanwhile:
            began = time.monotonic()
            imports.append(confirm(preview))
            slowest = max(slowest, time.monotonic() - began)
        time.sleep(away)
    stage.return_broker()
    took = wait_for_all(imports, within * 2)
    report = Report(f"R2  broker killed, its data deleted, during {jobs} imports of {pairs} pairs ({stage.form})")
    report.at_least("jobs unfinished when it died", lost, 1)
    report.note("jobs asked for while it was away", ASKED_MEANWHILE)
    if is_timed:
        report.at_most("slowest of those requests", slowest, 5, " s")
    report.equal("jobs done", succeeded(imports), jobs)
    report.equal("effects exactly once", count_effects(imports, pairs), jobs)
    if is_timed:
        report.at_most("all done after its return", took, within, " s")
    else:
        report.note("all done after its return", f"{took:.1f} s")
    return report


if __name__ == "__main__":
    lose_broker.main()
