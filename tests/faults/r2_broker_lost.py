"""R2: the broker is killed in mid-work and its data deleted; every job is still done, once, those asked for meanwhile
too."""

import time

from annotation_site.jobs.models import Job
from tests.faults.report import Report, play
from tests.faults.stage import set_stage
from tests.faults.work import SHORT, confirm, count_effects, preview_imports, succeeded, wait_for_all
from tests.servers import wait_until

JOBS, ASKED_MEANWHILE = 50, 5


def lose_broker(is_short: bool) -> Report:
    """Play it; the short form has fewer pairs, a shorter lease and a shorter absence."""
    pairs, away, within = (300, 2, 60) if is_short else (2_000, 15, 180)
    form = f"short form: {SHORT}" if is_short else "lease and sweep as installed"
    with set_stage(**(SHORT if is_short else {})) as stage:
        previews = preview_imports(JOBS, pairs)
        stage.start_beat()
        stage.start_worker()
        jobs = [confirm(preview) for preview in previews[:-ASKED_MEANWHILE]]
        wait_until(lambda: succeeded(jobs) >= JOBS // 5, "the worker did not get to work")
        stage.lose_broker()
        lost = Job.objects.unfinished().filter(pk__in=[job.pk for job in jobs]).count()
        slowest = 0.0
        for preview in previews[-ASKED_MEANWHILE:]:
            began = time.monotonic()
            jobs.append(confirm(preview))
            slowest = max(slowest, time.monotonic() - began)
        time.sleep(away)
        stage.return_broker()
        took = wait_for_all(jobs, within * 2)
        report = Report(f"R2  broker killed, its data deleted, during {JOBS} imports of {pairs} pairs ({form})")
        report.at_least("jobs unfinished when it died", lost, 1)
        report.note("jobs asked for while it was away", ASKED_MEANWHILE)
        report.at_most("slowest of those requests", slowest, 5, " s")
        report.equal("jobs done", succeeded(jobs), JOBS)
        report.equal("effects exactly once", count_effects(jobs, pairs), JOBS)
        report.at_most("all done after its return", took, within, " s")
        return report


if __name__ == "__main__":
    play(lose_broker)
