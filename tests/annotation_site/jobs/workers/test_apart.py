"""The process of a job: it ends with the job, its time and its memory, and leaves the worker free."""

import ctypes
import gc
import os
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import Settings

from annotation_site.jobs.models import Job
from annotation_site.jobs.running import Heartbeat, JobRun, claim_job, requeue_expired_jobs, work_apart
from annotation_site.jobs.services import cancel_job
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from tests.annotation_site.jobs.asking import again, ask, rename
from tests.servers import wait_until

pytestmark = pytest.mark.django_db(transaction=True)
# A body that goes on for so long is ended by the suite's limit of seconds, with its test.
LONG = 3_600


def work(job: Job, body: Callable[[JobRun], None]) -> None:
    """Claim the job and work on it in a process of its own."""
    run = claim_job(job.pk)
    assert run is not None
    work_apart(run, body)


def cancel_from(run: JobRun) -> None:
    cancel_job(user=run.job.requested_by, job=run.job)


def test_effect_progress_and_success_are_stored() -> None:
    job = ask()

    def body(run: JobRun) -> None:
        run.report(3, 4)
        rename("done")(run)

    work(job, body)
    job = again(job)
    assert (job.state, job.project.name, job.done, job.total) == (Job.State.SUCCEEDED, "done", 3, 4)


def test_progress_shows_while_the_body_works() -> None:
    job = ask()

    def body(run: JobRun) -> None:
        run.report(7, 20)
        wait_until(lambda: again(job).done == 7, "no progress shows")
        rename("seen")(run)

    work(job, body)
    assert again(job).project.name == "seen"


def test_what_the_worker_loaded_is_not_searched_for_cycles_while_a_body_works() -> None:
    job = ask()

    def body(run: JobRun) -> None:
        run.report(gc.get_freeze_count(), 10**9)
        rename("done")(run)

    before = gc.get_freeze_count()  # the suite's own
    garbage = [[number] for number in range(1_000)]
    work(job, body)
    assert again(job).done >= before + len(garbage)


def test_a_body_that_lets_no_thread_run_delays_no_heartbeat(monkeypatch: pytest.MonkeyPatch) -> None:
    beating: list[int] = []
    beat = Heartbeat.beat
    monkeypatch.setattr(Heartbeat, "beat", lambda heartbeat: beating.append(os.getpid()) or beat(heartbeat))
    job = ask()

    def body(run: JobRun) -> None:
        ctypes.PyDLL(None).usleep(1_500_000)  # without letting go of the interpreter's lock
        rename(f"by {os.getpid()}")(run)

    work(job, body)
    assert again(job).project.name != f"by {os.getpid()}"
    assert beating == [os.getpid()] * len(beating) != []


def test_a_body_that_hears_nothing_is_ended_when_its_job_is_cancelled() -> None:
    job = ask()

    def body(run: JobRun) -> None:
        cancel_from(run)
        while True:
            try:
                time.sleep(LONG)
            except BaseException:  # as a loop in a library's C code would not hear it either
                continue

    work(job, body)
    assert again(job).state == Job.State.CANCELLED


def test_a_statement_of_a_cancelled_job_does_not_go_on_in_the_database() -> None:
    job = ask()

    def body(run: JobRun) -> None:
        cancel_from(run)
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT pg_sleep({LONG})")

    work(job, body)
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT count(*) FROM pg_stat_activity WHERE query = 'SELECT pg_sleep({LONG})'")
        assert cursor.fetchone() == (0,)


def test_a_cancelled_body_clears_away_what_it_began(tmp_path: Path) -> None:
    job, made = ask(), tmp_path / "half written"

    def body(run: JobRun) -> None:
        made.touch()
        try:
            cancel_from(run)
            time.sleep(LONG)
        finally:
            made.unlink()

    work(job, body)
    assert not made.exists()


def test_a_job_that_takes_too_long_fails_with_a_sentence(settings: Settings) -> None:
    settings.JOB_SECONDS = 1
    job = ask()
    work(job, lambda run: time.sleep(LONG))
    assert again(job).error == "The job was stopped after 0 minutes. Try a smaller file."


def test_a_job_that_takes_too_much_memory_fails_with_a_sentence(settings: Settings) -> None:
    settings.JOB_MEMORY_MB = 200
    job = ask()
    taken: list[bytes] = []

    def body(run: JobRun) -> None:
        while True:
            taken.append(bytes(50 << 20))

    work(job, body)
    job = again(job)
    assert job.state == Job.State.FAILED
    assert job.error.startswith("The job needs more than 200 MB of memory.")


def test_a_failure_is_stored_with_its_sentence() -> None:
    job = ask()

    def body(run: JobRun) -> None:
        raise DomainError("The file ends in the middle.")

    work(job, body)
    assert again(job).error == "The file ends in the middle."


def test_a_crash_gives_the_job_back_to_the_queue() -> None:
    job = ask()
    work(job, lambda run: os.kill(os.getpid(), signal.SIGKILL))
    assert again(job).state == Job.State.RUNNING
    assert [waiting.pk for waiting in requeue_expired_jobs()] == [job.pk]
    work(job, rename("done"))
    assert again(job).project.name == "done"


def test_nothing_half_done_is_left_by_a_process_that_was_ended() -> None:
    job = ask()

    def body(run: JobRun) -> None:
        with run.completing():
            Project.objects.filter(pk=job.project_id).update(name="half done")
            os.kill(os.getpid(), signal.SIGKILL)

    work(job, body)
    assert again(job).project.name != "half done"


def test_the_worker_keeps_its_session_and_the_body_opens_another() -> None:
    def ask_for_session() -> int:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_backend_pid()")
            return int(cursor.fetchone()[0])

    job = ask()
    own = ask_for_session()

    def body(run: JobRun) -> None:
        run.report(ask_for_session(), 10**9)
        rename("done")(run)

    work(job, body)
    assert ask_for_session() == own
    assert again(job).done not in (0, own)
