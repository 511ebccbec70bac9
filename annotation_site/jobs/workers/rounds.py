"""Rounds of every web and worker process: a job whose worker died goes on as long as any other process lives."""

import logging
import threading
from collections.abc import Callable
from datetime import timedelta
from time import monotonic, sleep

from django.conf import settings
from django.db import connection, transaction
from django.db.models.functions import Now

from annotation_site.jobs.models import Job, WorkerSighting
from annotation_site.jobs.running import DATABASE_AWAY, requeue_expired_jobs
from annotation_site.jobs.tasks import wake_worker
from annotation_site.jobs.workers.holds import Hold, try_to_hold
from annotation_site.jobs.workers.turns import count_processes

logger = logging.getLogger(__name__)
# A worker counts as gone 30 s after its last duty.
LONGEST_PAUSE_SECONDS = 10
RARE_SECONDS = 60


class Rounds(threading.Thread):
    """Sweeps every `JOB_SWEEP_SECONDS`, and does other duties of its process: some before, and a rare one after a
    sweep, once in `RARE_SECONDS`, whose failure or slowness keeps no job waiting.

    While the database is away or hangs, no worker renews a lease. Whoever could not reach it for half a lease leaves
    out one sweep, so that the living renew theirs first: otherwise each pause would cost every running job an attempt.
    """

    def __init__(self, *duties: Callable[[], None], rare_duty: Callable[[], None] | None = None) -> None:
        super().__init__(name="rounds", daemon=True)
        self._duties = duties
        self._rare_duty = rare_duty
        self._reached_at = self._swept_at = self._done_at = monotonic()
        self._has_waited = False

    def run(self) -> None:
        """Make rounds until the process ends."""
        while True:
            try:
                self.make_round()
            except DATABASE_AWAY as error:
                logger.warning("The database was not reached for a round: %s", error)
                connection.close()
            except Exception:
                logger.exception("A round failed; the next one follows.")
                connection.close()
            sleep(min(settings.JOB_SWEEP_SECONDS, LONGEST_PAUSE_SECONDS))

    def make_round(self) -> None:
        """Do the duties, and sweep if it is time to."""
        with connection.cursor() as cursor:
            cursor.execute("SELECT 1")  # where the database hung, it hung here
        last, self._reached_at = self._reached_at, monotonic()
        for duty in self._duties:
            duty()
        self._has_waited = not self._has_waited and self._reached_at - last > settings.JOB_LEASE_SECONDS / 2
        if not self._has_waited and self._reached_at - self._swept_at >= settings.JOB_SWEEP_SECONDS:
            sweep_jobs()
            self._swept_at = self._reached_at
            self._do_rare_duty()

    def _do_rare_duty(self) -> None:
        if self._rare_duty is not None and self._reached_at - self._done_at >= RARE_SECONDS:
            self._done_at = self._reached_at
            self._rare_duty()


def sweep_jobs() -> None:
    """Requeue jobs of workers that fell silent, and wake processes up for waiting ones of which nobody was told.

    Any wake-up lets a process take the job whose turn it is, and it wakes one up for the next at its end: no more
    wake-ups are needed than there are free processes.
    """
    with transaction.atomic():
        if not try_to_hold(Hold.SWEEP):
            return
        waiting = requeue_expired_jobs()
        busy = Job.objects.filter(state=Job.State.RUNNING).count() if waiting else 0
        rung = waiting[: max(1, count_processes() - busy)] if waiting else []
        Job.objects.filter(pk__in=[job.pk for job in rung]).update(rung_at=Now())
    for job in rung:
        wake_worker(job)


def record_sighting(name: str, processes: int) -> None:
    """Record in the database that a worker is here."""
    WorkerSighting.objects.update_or_create(name=name, defaults={"processes": processes, "seen_at": Now()})
    WorkerSighting.objects.filter(seen_at__lt=Now() - timedelta(days=1)).delete()
