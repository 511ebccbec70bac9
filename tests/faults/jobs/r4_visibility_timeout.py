"""R4: a job takes longer than the broker's visibility timeout, so that the broker delivers it again; it is done once.

The job is an import that waits, in its transaction, for a row of its project which the script keeps locked.
"""

import time

from annotation_site.embedded.processes import Child
from annotation_site.jobs.models import Job
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import confirm, count_effects, holding, preview_imports, succeeded, wait_for_all
from tests.servers import wait_until

PAIRS = 500
VISIBILITY = "BROKER_VISIBILITY_TIMEOUT"
RECEIVED = "Task annotation_site.jobs.tasks.work_on_job["


# kombu looks for messages to deliver again every 10 s (settings.CELERY_BROKER_TRANSPORT_OPTIONS): no job is shorter.
@script(small={"takes": 14}, settings={VISIBILITY: "10"}, small_settings={VISIBILITY: "2"})
def outlast_visibility(stage: Stage, takes: int = 90) -> Report:
    [preview] = preview_imports(1, PAIRS)
    stage.need_beat()
    worker = stage.need_worker()
    with holding(preview.project):
        job = confirm(preview)
        running = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING)
        wait_until(running.exists, "the worker did not begin")
        time.sleep(takes)
        wait_until(lambda: count_deliveries(worker) >= 2, "the broker did not deliver it again")
    took = wait_for_all([job], 30)
    time.sleep(2)  # a second delivery that did harm would do it now
    job.refresh_from_db()
    report = Report(f"R4  an import of {takes} s under a visibility timeout of {stage.settings[VISIBILITY]} s")
    report.at_least("times the broker delivered it", count_deliveries(worker), 2)
    report.equal("times it was begun", job.attempt, 1)
    report.equal("jobs done", succeeded([job]), 1)
    report.equal("effects exactly once", count_effects([job], PAIRS), 1)
    report.note("done after it could go on", f"{took:.1f} s")
    return report


def count_deliveries(worker: Child) -> int:
    return worker.log.read_text(errors="replace").count(RECEIVED)


if __name__ == "__main__":
    outlast_visibility.main()
