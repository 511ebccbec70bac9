"""The session of a worker's process, from one task to the next."""

import psutil
import pytest
from django.db import connection

from tests.annotation_site.jobs.asking import again, ask
from tests.servers import is_worker_idle, wait_until

pytestmark = pytest.mark.django_db(transaction=True)
END_SESSION = "SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity WHERE client_port = %s"


def work() -> None:
    """Let the worker do a job to its end."""
    job = ask()
    wait_until(lambda: again(job).is_finished, "the job did not end")
    wait_until(is_worker_idle, "the worker did not end its task")


def find_session() -> int:
    """Return the port at which the worker's one process that takes tasks is connected to the database."""
    workers = [child for child in psutil.Process().children() if {"celery", "worker"} <= set(child.cmdline())]
    lines = [line for each in workers for child in each.children() for line in child.net_connections("tcp")]
    [port] = [line.laddr.port for line in lines if line.raddr and line.raddr.port == connection.settings_dict["PORT"]]
    return int(port)


def test_a_worker_keeps_its_session_for_the_next_task_and_replaces_a_dead_one(worker: None) -> None:
    work()
    first = find_session()
    work()
    assert find_session() == first
    with connection.cursor() as cursor:
        cursor.execute(END_SESSION, [first])
        assert cursor.fetchall() == [(True,)]
    work()
    assert find_session() != first
