"""Work in a process of its own, which can be ended at any moment and may use so much memory and time.

A damaged file can hold a parser for hours where no exception reaches it. So whoever took the work forks, asks once a
second whether it still goes on, and ends the child where it does not: by a signal, which lets it clear away what it
began, and two seconds later by force, with its sessions in the database.
"""

import gc
import logging
import os
import resource
import select
import signal
import threading
import time
from collections.abc import Callable
from enum import Enum, auto
from pathlib import Path
from types import FrameType
from typing import NoReturn

from django.conf import settings
from django.db import connection, connections

logger = logging.getLogger(__name__)
TICK_SECONDS = 1.0
SECONDS_TO_CLEAR_AWAY = 2.0
END_SESSIONS = """
    SELECT pg_terminate_backend(pid, 2000) FROM pg_stat_activity
    WHERE application_name = %s AND usename = current_user AND datname = current_database()
"""


class Stopped(BaseException):
    """The work is to end; not an Exception, so that nothing on its way takes it for a failure of its own."""


class Ending(Enum):
    """The end of work in a process of its own."""

    DONE = auto()
    CRASHED = auto()
    UNWANTED = auto()
    TOO_LONG = auto()


class Child:
    """A process forked from this one, without `multiprocessing`, which refuses to fork in Celery's daemons."""

    def __init__(self, name: str, work: Callable[[], None]) -> None:
        self.name = name
        self.status: int | None = None
        # Each process holds one end of both pipes: its end closes when it ends, however it does.
        child_lives, self._child_end = os.pipe()
        self._parent_end, parent_lives = os.pipe()
        self.pid = os.fork()
        if self.pid == 0:
            os.close(child_lives)
            os.close(parent_lives)
            _work_as_child(name, work, self._parent_end)
        os.close(self._child_end)
        os.close(self._parent_end)
        self._lives, self._kept = child_lives, parent_lives

    def join(self, seconds: float) -> None:
        """Wait for its end, but not for longer."""
        if self.status is None and select.select([self._lives], [], [], seconds)[0]:
            self.status = os.waitpid(self.pid, 0)[1]

    def end(self) -> None:
        """End it, if it has not ended, and its sessions in the database."""
        if self.status is None:
            os.kill(self.pid, signal.SIGTERM)
            self.join(SECONDS_TO_CLEAR_AWAY)
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            self.status = os.waitpid(self.pid, 0)[1]
        if self.status:
            # The server would finish a statement for a client that is gone, and keep its locks for as long.
            with connection.cursor() as cursor:
                cursor.execute(END_SESSIONS, [self.name])
        os.close(self._lives)
        os.close(self._kept)


def run_apart(name: str, work: Callable[[], None], *, goes_on: Callable[[], bool]) -> Ending:
    """Run the work in a child for as long as `goes_on`, which is asked once a second, and at most `JOB_SECONDS`.

    `name` is the application name of its sessions in the database, and must be its alone.
    """
    child = Child(name, work)
    try:
        return _watch(child, goes_on)
    finally:
        child.end()


def _watch(child: Child, goes_on: Callable[[], bool]) -> Ending:
    until = time.monotonic() + settings.JOB_SECONDS
    child.join(TICK_SECONDS)
    while child.status is None:
        if not goes_on():
            return Ending.UNWANTED
        if time.monotonic() > until:
            return Ending.TOO_LONG
        child.join(TICK_SECONDS)
    return Ending.DONE if child.status == 0 else Ending.CRASHED


def _work_as_child(name: str, work: Callable[[], None], parent_end: int) -> NoReturn:
    """Do the work and end the process, past all that the parent would do at its own end."""
    status = 1
    # What the worker has loaded outlives this process. Looking for cycles in it again and again took a fifth of a
    # release's time, and copied the pages that both share.
    gc.freeze()
    try:
        os.setpgid(0, 0)  # Ctrl-C in a terminal is for the launcher, which ends the rest in order
        signal.signal(signal.SIGTERM, _stop)
        threading.Thread(target=_end_with_parent, args=[parent_end], daemon=True).start()
        _limit_memory()
        for alias in connections:
            # A session is of one process: the parent keeps its own, of which the driver ends nothing here, and the
            # child opens another.
            connections[alias].connection = None
            options = connections[alias].settings_dict.setdefault("OPTIONS", {})
            options["application_name"] = name
        work()
        connections.close_all()
        status = 0
    except Stopped:
        logger.info("%s was stopped.", name)
    except BaseException:
        logger.exception("%s ended by an error.", name)
    finally:
        logging.shutdown()
        os._exit(status)


def _stop(number: int, frame: FrameType | None) -> None:
    raise Stopped


def _end_with_parent(parent_end: int) -> None:
    """Wait for the end of the pipe, which comes when the parent has ended, and end this process."""
    os.read(parent_end, 1)
    os.kill(os.getpid(), signal.SIGKILL)


def _limit_memory() -> None:
    """Let this process take `JOB_MEMORY_MB` more than it has; more raises MemoryError. Only Linux says what it has."""
    pages = Path("/proc/self/statm")
    if not pages.exists():
        return
    used = int(pages.read_text().split()[0]) * resource.getpagesize()
    _, hard = resource.getrlimit(resource.RLIMIT_AS)
    most = used + (settings.JOB_MEMORY_MB << 20)
    resource.setrlimit(resource.RLIMIT_AS, (most if hard == resource.RLIM_INFINITY else min(most, hard), hard))
