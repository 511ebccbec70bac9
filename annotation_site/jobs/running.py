"""Claiming, heartbeat, fencing and completion of jobs (docs/architecture.md, "A job")."""

import logging
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from mmap import mmap
from typing import Any

from django.conf import settings
from django.db import InterfaceError, OperationalError, close_old_connections, connection, transaction
from django.db.models import F
from django.db.models.functions import Now

from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.workers.apart import TICK_SECONDS, Ending, run_apart
from annotation_site.jobs.workers.holds import Hold, hold
from annotation_site.prepared import Prepared, Statement
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project
from annotation_site.texts.expected_languages import expect_languages
from annotation_site.texts.faults import FormatError
from annotation_site.web.exceptions import DomainError

logger = logging.getLogger(__name__)
UNKNOWN = -1
DATABASE_AWAY = (OperationalError, InterfaceError)
# A silent job that has had its attempts is left to the sweep, which fails it.
_claim = Statement("""
    UPDATE projects_job SET state = 'running', attempt = attempt + 1, started_at = statement_timestamp(),
        progressed_at = statement_timestamp(), lease_expires_at = statement_timestamp() + $2
    WHERE id = $1 AND (state = 'queued'
        OR state = 'running' AND lease_expires_at < statement_timestamp() AND attempt < attempt_limit)
    RETURNING id
""")
_find_claimed = Prepared(lambda job_id: Job.objects.select_related("project", "requested_by").filter(pk=job_id))


class JobStopped(Exception):
    """The job is no longer ours: cancelled, or claimed by another worker. Leave without a trace."""


@dataclass(eq=False)
class JobRun:
    """One attempt at a job, for its body."""

    job: Job
    attempt: int
    # Done and total, in memory that a process forked from this one shares.
    _numbers: memoryview = field(default_factory=lambda: memoryview(mmap(-1, 16)).cast("q"))
    _is_lost: threading.Event = field(default_factory=threading.Event)
    _is_over: threading.Event = field(default_factory=threading.Event)

    def __post_init__(self) -> None:
        self._numbers[1] = UNKNOWN

    @property
    def progress(self) -> tuple[int, int | None]:
        """Return the last report: pieces done, and their total if it is known."""
        done, total = self._numbers
        return done, None if total == UNKNOWN else total

    @property
    def parameters(self) -> dict[str, Any]:
        return self.job.parameters

    def report(self, done: int, total: int | None = None) -> None:
        """Report progress. Raise JobStopped if the work should not go on."""
        self._numbers[0], self._numbers[1] = done, UNKNOWN if total is None else total
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
            done, total = self.progress
            finished = self._fenced().update(
                state=Job.State.SUCCEEDED, result=result, done=done, total=total, error="", finished_at=Now()
            )
            if not finished:
                raise JobStopped

    def hold_project(self) -> Project:
        """Return the project, kept from other jobs until the transaction ends: two do not give out one number or name.

        People go on: a lock of the project's row would keep whoever joins or changes settings waiting.
        """
        hold(Hold.PROJECT, self.job.project_id)
        return Project.objects.get(pk=self.job.project_id)

    def fail(self, sentence: str) -> None:
        """Store the reason of a failure, unless the job is no longer ours."""
        self._is_over.set()
        # A sentence may quote a file that holds what no database stores.
        message = sentence.encode("utf-8", "backslashreplace").decode().replace("\x00", "\\x00")
        self._fenced().update(state=Job.State.FAILED, error=message, finished_at=Now())

    def _fenced(self) -> Any:
        return Job.objects.filter(pk=self.job.pk, attempt=self.attempt, state=Job.State.RUNNING)

    def give_up(self) -> None:
        """Let the sweep begin the job again, or fail it after its last attempt."""
        self._fenced().update(lease_expires_at=Now())

    def has_ended(self) -> bool:
        """Return whether this attempt has stored an outcome."""
        ended = [Job.State.SUCCEEDED, Job.State.FAILED]
        return bool(Job.objects.filter(pk=self.job.pk, attempt=self.attempt, state__in=ended).exists())

    def beat_until_over(self) -> None:
        """Beat from a connection of its own, in the heartbeat thread."""
        heartbeat = Heartbeat(self)
        try:
            while not self._is_over.wait(TICK_SECONDS):
                if not heartbeat.beat():
                    self._is_lost.set()
                    return
        finally:
            connection.close()


class Heartbeat:
    """Writes progress and the lease of a run, and notices when the job is no longer ours."""

    def __init__(self, run: JobRun) -> None:
        self.run = run
        self.written: tuple[int, int | None] | None = None
        self.renewed_at = time.monotonic()

    def beat(self) -> bool:
        """Write what is due; return whether the job is still ours."""
        now, progress = time.monotonic(), self.run.progress
        is_due = now - self.renewed_at >= settings.JOB_LEASE_SECONDS / 3
        try:
            if progress == self.written and not is_due:
                return bool(self.run._fenced().exists())
            is_ours = self._renew(progress)
        except DATABASE_AWAY:
            # The lease decides whether the job is still ours when the database is back.
            logger.warning("Heartbeat of job %s could not be written.", self.run.job.pk)
            close_old_connections()
            return True
        self.written, self.renewed_at = progress, now
        return is_ours

    def _renew(self, progress: tuple[int, int | None]) -> bool:
        changed = {"progressed_at": Now()} if progress != self.written else {}
        lease = _end_of_lease()
        return bool(self.run._fenced().update(done=progress[0], total=progress[1], lease_expires_at=lease, **changed))


def _end_of_lease() -> Any:
    # By the clock of the database, as every time that workers compare: their own may differ by minutes.
    return Now() + timedelta(seconds=settings.JOB_LEASE_SECONDS)


def claim_job(job_id: int) -> JobRun | None:
    """Claim the job in one statement; return None if it is finished or another worker's."""
    if not _claim(job_id, timedelta(seconds=settings.JOB_LEASE_SECONDS)):
        return None
    [job] = _find_claimed(job_id)
    return JobRun(job=job, attempt=job.attempt)


def work_on(job_id: int, body: Callable[[JobRun], None]) -> None:
    """Claim the job, run its body here under a heartbeat, and store the outcome. Safe to call twice."""
    run = claim_job(job_id)
    if run is None or fail_without_right(run):
        return
    heartbeat = threading.Thread(target=run.beat_until_over, daemon=True)
    heartbeat.start()
    try:
        carry_out(run, body)
    finally:
        run._is_over.set()
        heartbeat.join()


def work_apart(run: JobRun, body: Callable[[JobRun], None]) -> None:
    """Run the body of a claimed job in a process of its own, which ends with the job, its time or its memory."""
    if fail_without_right(run):
        return
    heartbeat = Heartbeat(run)
    ending = run_apart(
        f"interlinea job {run.job.pk}.{run.attempt}",
        lambda: carry_out(run, body),
        goes_on=lambda: heartbeat.beat() or run.has_ended(),
    )
    if ending is Ending.TOO_LONG:
        run.fail(f"The job was stopped after {settings.JOB_SECONDS // 60} minutes. Try a smaller file.")
    elif ending is Ending.CRASHED:
        logger.error("The process of job %s crashed.", run.job.pk)
        run.give_up()


def carry_out(run: JobRun, body: Callable[[JobRun], None]) -> None:
    """Run the body and store its failure, if it fails."""
    try:
        with expect_languages(find_kind(run.job.project.kind).list_languages(run.job.project)):
            body(run)
    except JobStopped:
        logger.info("Job %s was cancelled or taken over.", run.job.pk)
    except DomainError as error:
        run.fail(error.sentence)
    except FormatError as error:
        run.fail(str(error))
    except Upload.DoesNotExist:
        run.fail("The files of this job were deleted after it had failed. Upload them again.")
    except MemoryError:
        run.fail(f"The job needs more than {settings.JOB_MEMORY_MB} MB of memory. Nothing was changed. Split the file.")
    except DATABASE_AWAY:
        # Not ours to judge: the lease runs out and the sweep sends the job again.
        logger.exception("Job %s lost the database.", run.job.pk)
    except Exception:
        logger.exception("Job %s failed.", run.job.pk)
        run.fail(
            f"Job {run.job.pk} failed because of a server error. Nothing was changed. "
            "Try again or contact the operator."
        )


def fail_without_right(run: JobRun) -> bool:
    """Fail the job if the person who requested it may not do so any more; return whether it was failed."""
    job = run.job
    if job.requested_by.is_active and job.ability(job.requested_by, job.project):
        return False
    run.fail("The person who requested this job no longer has permission for it.")
    return True


def requeue_expired_jobs() -> list[Job]:
    """Requeue jobs whose worker fell silent, fail those that did so too often, and return waiting ones that no worker
    has heard of for a lease.
    """
    expired = Job.objects.filter(state=Job.State.RUNNING, lease_expires_at__lt=Now())
    expired.filter(attempt__gte=F("attempt_limit")).update(
        state=Job.State.FAILED,
        finished_at=Now(),
        error=f"The worker stopped {settings.JOB_ATTEMPTS} times during this job. Nothing was changed. "
        "The file may be too large for this server. Contact the operator.",
    )
    unheard = Now() - timedelta(seconds=settings.JOB_LEASE_SECONDS)
    expired.filter(attempt__lt=F("attempt_limit")).update(state=Job.State.QUEUED, rung_at=unheard)
    return list(Job.objects.filter(state=Job.State.QUEUED, rung_at__lte=unheard).order_by("pk"))
