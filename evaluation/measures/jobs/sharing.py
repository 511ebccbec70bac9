"""Sharing of a measures job between workers.

The work is cut into rows (`MeasureTask`). A worker claims a row with FOR UPDATE SKIP LOCKED and keeps it locked while
working on it, in one transaction with the result. If the worker is killed, the row is free again at once and nothing is
stored by halves.

The worker that holds the job creates the rows, works like the others, waits for the last row and stores the scores.
Helpers are called one by one: each calls the next before it starts, and leaves after a while so that other jobs are not
kept waiting.
"""

from __future__ import annotations

import time

from django.db import transaction
from django.db.models import QuerySet

from annotation_site.jobs.models import Job
from annotation_site.jobs.registry import ResultPage, job
from annotation_site.jobs.running import JobRun
from annotation_site.jobs.tasks import wake_helper
from evaluation.measures.jobs.chunks import CHUNK, Counting
from evaluation.measures.jobs.scores import has_score, store_scores, sum_up
from evaluation.translations.models import MeasureTask

Stage = MeasureTask.Stage
SHARE_SECONDS = 20
WAIT_SECONDS = 0.1


def help_measuring(job: Job) -> None:
    """Work on the job's rows for `SHARE_SECONDS`, beside the worker that holds the job."""
    if not _goes_on(job):
        return
    wake_helper(job)
    counting = Counting(job)
    until = time.monotonic() + SHARE_SECONDS
    while time.monotonic() < until and _goes_on(job):
        stage = Stage.COUNT if _open(job, Stage.COUNT).exists() else Stage.SUM
        if not _do_next(counting, stage):
            time.sleep(WAIT_SECONDS)


@job(
    "measures",
    "Measures",
    result=ResultPage("evaluation:test_set_of_job", "Show test set", by="job"),
    helper=help_measuring,
)
def measure_translations(run: JobRun) -> None:
    """Compute missing values and scores, then store all scores of the job together."""
    counting = Counting(run.job)
    total = _plan(counting)
    if _open(run.job).count() > 1:
        wake_helper(run.job)
    for stage in (Stage.COUNT, Stage.SUM):
        while _open(run.job, stage).exists():
            run.report(total - _open(run.job).count(), total)
            if not _do_next(counting, stage):
                time.sleep(WAIT_SECONDS)  # the rest is in other workers' hands
    run.report(total, total)
    with run.completing() as result:
        result |= store_scores(counting)


def _plan(counting: Counting) -> int:
    """Create the missing rows and return the number of pieces that the whole job has, for its progress."""
    chunks = [
        MeasureTask(job=counting.job, stage=Stage.COUNT, translation=translation, first=first)
        for first in range(1, counting.test_set.segment_count + 1, CHUNK)
        for translation in counting.translations
        if not counting.is_counted(translation, first)
    ]
    sums = [
        MeasureTask(job=counting.job, stage=Stage.SUM, translation=translation, measure=measure.name)
        for translation in counting.translations
        for measure in counting.measures_of(translation)
        if not has_score(translation, measure.name, counting.keys[measure.name])
    ]
    MeasureTask.objects.bulk_create([*chunks, *sums], batch_size=1000, ignore_conflicts=True)
    pieces = -(-counting.test_set.segment_count // CHUNK) + len(counting.measures)
    return pieces * len(counting.translations)


def _open(job: Job, stage: int | None = None) -> QuerySet[MeasureTask]:
    tasks = MeasureTask.objects.filter(job=job, is_done=False)
    return tasks if stage is None else tasks.filter(stage=stage)


def _goes_on(job: Job) -> bool:
    """Return whether work is left. A queued job counts: its worker may have been killed while helpers go on."""
    unfinished = Job.objects.filter(pk=job.pk, state__in=[Job.State.RUNNING, Job.State.QUEUED])
    return unfinished.exists() and _open(job).exists()


def _claim(counting: Counting, stage: int) -> MeasureTask | None:
    """Return a free row, locked until the transaction ends: one of the chunk that this worker has just counted, because
    what systems share is in memory; otherwise the first system's of a chunk that no worker has begun.
    """
    free = _open(counting.job, stage).select_for_update(no_key=True, skip_locked=True, of=("self",))
    same = free.filter(first=counting.chunk).order_by("translation").first()
    return same or free.order_by("translation", "first").first()


def _do_next(counting: Counting, stage: int) -> bool:
    """Claim a free row and do it; return False if there is none."""
    with transaction.atomic():
        task = _claim(counting, stage)
        if task is None:
            return False
        if stage == Stage.COUNT:
            counting.count(task.translation_id, task.first)
        else:
            task.result = sum_up(counting, task.translation_id, task.measure)
        task.is_done = True
        task.save(update_fields=["is_done", "result"])
    return True
