"""One process of the web server after another, without a pause for people.

A new process loads for seconds. gunicorn ends the old ones of a HUP before that, and whoever asks meanwhile waits. Here
the old ones go on until the new ones serve.
"""

import os
import select
import signal
import time
from typing import Any


def end_old_processes_late(arbiter: Any) -> None:
    """Let the arbiter keep surplus processes until newer ones serve; it tries again every second. When it stops, it has
    no listeners any more and ends all at once.
    """
    kill = arbiter.kill_worker

    def kill_later(pid: int, number: int) -> None:
        if number != signal.SIGTERM or not arbiter.LISTENERS or are_followed(arbiter):
            kill(pid, number)

    arbiter.kill_worker = kill_later


def are_followed(arbiter: Any) -> bool:
    """Return whether the newest processes serve, as many as there are to be."""
    newest = sorted(arbiter.WORKERS.values(), key=lambda worker: worker.age)[-arbiter.num_workers :]
    # A process that serves sets the time of its file to the monotonic clock's; the file is made at the time of day.
    return all(worker.tmp.last_update() <= time.monotonic() for worker in newest)


def wait_for_tables(worker: Any) -> None:
    """Wait until whoever started this server has brought the tables up to date: until the pipe that it names is closed,
    which it stays for the processes to come.
    """
    waiting = os.environ.get("INTERLINEA_SERVES_AFTER")
    while waiting and not select.select([int(waiting)], [], [], 1)[0]:
        worker.notify()
