"""Claiming, heartbeat, fencing and completion of jobs (docs/architecture.md, "Run a job")."""

import logging
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Any

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db import InterfaceError, OperationalError, close_old_connections, connection, transaction
from django.db.models import F, Q
from django.utils import timezone

from annotation_site.jobs.models import Job, Upload
from annotation_site.web.exceptions import DomainError

logger = logging.getLogger(__name__)
TICK_SECONDS = 1.0
DATABASE_AWAY = (OperationalError, InterfaceError)


class JobStopped(Exception):
    """The job is no longer ours: cancelled, or claimed by another worker. Leave without a trace."""


@dataclass(eq=False)
class JobRun:
    """One attempt at a job, for its body."""

    job: Job
    attempt: int
    _progress: tuple[int, int | None] = (0, None)
    _is_lost: threading.Event = field(default_factory=threading.Event)
    _is_over: threading.Event = field(default_factory=threading.Event)

    @property
    def parameters(self) -> dict[str, Any]:
        return self.job.parameters

    def report(self, done: int, total: int | None = None) -> None:
        """Report progress. Raise JobStopped if the work should not go on."""
        self._progress = (done, total)
        if self._is_lost.is_set():
            raise JobStopped

    @contextmanager
    def completing(self) -> Iterator[dict[str, Any]]:
        """Open the transaction in which the body writes its effects; the result it fills in is stored under the same
        fence.
        """
        result: dict[str, Any] = {}
        with transaction.atomic():
            yield result
            self._is_over.set()
            done, total = self._progress
            finished = self._fenced().update(
                state=Job.State.SUCCEEDED, result=result, done=done, total=total, error="", finished_at=timezone.now()
            )
            if not finished:
                raise JobStopped

    def fail(self, sentence: str) -> None:
        """Store the reason of a failure, unless the job is no longer ours."""
        self._is_over.set()
        # A sentence may quote a file that holds what no database stores.
        told = sentence.encode("utf-8", "backslashreplace").decode().replace("\x00", "\\x00")
        self._fenced().update(state=Job.State.FAILED, error=told, finished_at=timezone.now())

    def _fenced(self) -> Any:
        return Job.objects.filter(pk=self.job.pk, attempt=self.attempt, state=Job.State.RUNNING)

    def beat_until_over(self) -> None:
        """Write progress and the lease from a connection of its own, in the heartbeat thread."""
        written: tuple[int, int | None] | None = None
        renewed_at = timezone.now()
        try:
            while not self._is_over.wait(TICK_SECONDS):
                now, progress = timezone.now(), self._progress
                is_due = (now - renewed_at).total_seconds() >= settings.JOB_LEASE_SECONDS / 3
                try:
                    if progress == written and not is_due:
                        is_ours = self._fenced().exists()
                    else:
                        is_ours = self._renew(now, progress)
                        written, renewed_at = progress, now
                except DATABASE_AWAY:
                    # The lease decides whether the job is still ours when the database is back.
                    logger.warning("Heartbeat of job %s could not be written.", self.job.pk)
                    close_old_connections()
                    continue
                if not is_ours:
                    self._is_lost.set()
                    return
        finally:
            connection.close()

    def _renew(self, now: datetime, progress: tuple[int, int | None]) -> bool:
        lease = now + timedelta(seconds=settings.JOB_LEASE_SECONDS)
        return bool(self._fenced().update(done=progress[0], total=progress[1], lease_expires_at=lease))


def claim_job(job_id: int) -> JobRun | None:
    """Claim the job in one statement; return None if it is finished or another worker's."""
    now = timezone.now()
    # A silent job that has had its attempts is left to the sweep, which fails it.
    silent = Q(state=Job.State.RUNNING, lease_expires_at__lt=now, attempt__lt=F("attempt_limit"))
    claimed = Job.objects.filter(Q(state=Job.State.QUEUED) | silent, pk=job_id).update(
        state=Job.State.RUNNING,
        attempt=F("attempt") + 1,
        started_at=now,
        lease_expires_at=now + timedelta(seconds=settings.JOB_LEASE_SECONDS),
    )
    if not claimed:
        return None
    job = Job.objects.select_related("project", "requested_by").get(pk=job_id)
    return JobRun(job=job, attempt=job.attempt)


def work_on(job_id: int, body: Callable[[JobRun], None]) -> None:
    """Claim the job, run its body under a heartbeat, and store the outcome. Safe to call twice."""
    run = claim_job(job_id)
    if run is None:
        return
    heartbeat = threading.Thread(target=run.beat_until_over, daemon=True)
    heartbeat.start()
    try:
        _require_right(run.job)
        body(run)
    except JobStopped:
        logger.info("Job %s was cancelled or taken over.", job_id)
    except DomainError as error:
        run.fail(error.sentence)
    except Upload.DoesNotExist:
        run.fail("The files of this job were deleted after it had failed. Upload them again.")
    except SoftTimeLimitExceeded:
        run.fail("The job was stopped after one hour. Try a smaller file.")
    except DATABASE_AWAY:
        # Not ours to judge: the lease runs out and the sweep sends the job again.
        logger.exception("Job %s lost the database.", job_id)
    except Exception:
        logger.exception("Job %s failed.", job_id)
        run.fail(
            f"Job {job_id} failed because of a server error. Nothing was changed. Try again or contact the operator."
        )
    finally:
        run._is_over.set()
        heartbeat.join()


def _require_right(job: Job) -> None:
    allowed = job.ability.projects_of(job.requested_by).filter(project=job.project_id)
    if not job.requested_by.is_active or not allowed.exists():
        raise DomainError("The person who requested this job no longer has permission for it.")


def requeue_expired_jobs() -> list[Job]:
    """Requeue jobs whose worker fell silent; fail those that did so too often."""
    expired = Job.objects.filter(state=Job.State.RUNNING, lease_expires_at__lt=timezone.now())
    expired.filter(attempt__gte=F("attempt_limit")).update(
        state=Job.State.FAILED,
        finished_at=timezone.now(),
        error=f"The worker stopped {settings.JOB_ATTEMPTS} times during this job. Nothing was changed. "
        "The file may be too large for this server. Contact the operator.",
    )
    unheard = timezone.now() - timedelta(seconds=settings.JOB_LEASE_SECONDS)
    expired.filter(attempt__lt=F("attempt_limit")).update(state=Job.State.QUEUED, rung_at=unheard)
    return list(Job.objects.filter(state=Job.State.QUEUED, rung_at__lte=unheard))
