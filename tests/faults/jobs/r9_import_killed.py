"""R9: an import is killed at 200 points between its beginning and its end; its project then holds all of it or nothing,
and after another try all projects hold the same.

The process that works is killed as the system does when memory runs out; the worker starts another. The lease is ended
by hand, so that the next try comes at once.
"""

import hashlib
import os
import signal
import time
from contextlib import nullcontext

import psutil
from django.utils import timezone

from alignment.pairs.models import SentencePair
from annotation_site.assignments.models import Item
from annotation_site.embedded.processes import Child
from annotation_site.jobs.models import Job
from annotation_site.jobs.running import requeue_expired_jobs
from annotation_site.jobs.tasks import wake_worker
from annotation_site.projects.models import Project
from tests.scripts.report import Report
from tests.scripts.script import script
from tests.scripts.stage import Stage
from tests.scripts.work import confirm, holding, preview_imports
from tests.servers import wait_until


@script(small={"points": 3})
def kill_import(stage: Stage, points: int = 200, pairs: int = 2_000) -> Report:
    previews = preview_imports(points + 2, pairs)
    worker = stage.need_worker(concurrency=1)
    finish(confirm(previews[0]))  # a process's first job takes longer
    undisturbed = finish(confirm(previews[1]))
    whole, seconds = read_hash(undisturbed.project), seconds_of(undisturbed)
    interrupted, halves, others = 0, 0, 0
    for point, preview in enumerate(previews[2:]):
        # The first one waits for a row, so that it is at work whenever the blow comes.
        with nullcontext() if point else holding(preview.project):
            job = confirm(preview)
            wait_until(lambda job=job: is_begun(job), "the import did not begin")  # type: ignore[misc]
            time.sleep(seconds * point / points)
            kill_working(worker)
        halves += Item.objects.filter(project=job.project).count() not in (0, pairs)
        interrupted += try_again(job)
        others += read_hash(finish(job).project) != whole
    report = Report(f"R9  an import of {pairs:,} pairs killed at {points} points of its {seconds:.2f} s")
    report.at_least("killed before their end", interrupted, points // 2)
    report.equal("projects with a part of the text", halves, 0)
    report.equal("projects that differ after another try", others, 0)
    return report


def is_begun(job: Job) -> bool:
    job.refresh_from_db()
    return job.state != Job.State.QUEUED


def finish(job: Job) -> Job:
    """Wait until it has succeeded."""

    def is_done() -> bool:
        job.refresh_from_db()
        return job.state == Job.State.SUCCEEDED

    wait_until(is_done, f"job {job.pk} did not succeed")
    return job


def seconds_of(job: Job) -> float:
    assert job.started_at and job.finished_at
    return (job.finished_at - job.started_at).total_seconds()


def kill_working(worker: Child) -> None:
    """Kill the process that works, and wait until another stands in its place."""
    assert worker.process is not None
    root = psutil.Process(worker.process.pid)
    doomed = {child.pid for child in root.children()}
    for pid in doomed:
        os.kill(pid, signal.SIGKILL)
    wait_until(lambda: {child.pid for child in root.children()} - doomed, "no other process was started")


def try_again(job: Job) -> bool:
    """Return whether the kill came before the end; if so, retry the job."""
    expired = Job.objects.filter(pk=job.pk, state=Job.State.RUNNING).update(lease_expires_at=timezone.now())
    for queued in requeue_expired_jobs():
        wake_worker(queued)
    return bool(expired)


def read_hash(project: Project) -> str:
    """Of all that the import wrote into the project."""
    digest = hashlib.sha256()
    pairs = SentencePair.objects.filter(item__project=project).order_by("item__number")
    for row in pairs.values_list("item__number", "item__identifier", "source_tokens", "target_tokens"):
        digest.update(repr(row).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    kill_import.main()
