"""Database timeouts of web processes: nobody waits long for a lock, a statement or a server that hangs.

Jobs and commands may wait as long as they need; only the web server's processes call `limit_waiting`.
"""

import logging
import os
import select
import socket
import threading
import time
import weakref
from enum import Enum, auto
from typing import Any

import psycopg2
from django.conf import settings
from django.core.signals import request_started
from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from psycopg2.extensions import POLL_OK, POLL_READ

logger = logging.getLogger(__name__)
CONNECT_SECONDS = 3
ASK_SECONDS = 1.0
# After a pause of the whole machine an answer that is on its way arrives within this.
LAST_SECONDS = 0.3


def limit_waiting() -> None:
    """Let the sessions of this process give up locks and statements that take too long, and notice a lost network.

    They are not asked at the beginning of each request whether they live: the watch knows. Prepared queries are planned
    once: PostgreSQL, left to itself, plans the search for a next item anew each time, which costs more than the search.
    Nor are they compiled, which PostgreSQL begins where a plan seems dear, for each call anew: milliseconds for one.
    What they read is in memory. A plan made while a table is small is kept while it grows: it goes by keys at once.
    """
    given_settings = connections.settings["default"]
    given_settings["CONN_HEALTH_CHECKS"] = False
    options = given_settings.setdefault("OPTIONS", {})
    own = {
        "lock_timeout": settings.WEB_LOCK_MS,
        "statement_timeout": settings.WEB_STATEMENT_MS,
        "plan_cache_mode": "force_generic_plan",
        "jit": "off",
        "random_page_cost": 1.1,
    }
    given = [options.get("options", ""), *(f"-c {name}={value}" for name, value in own.items())]
    options |= {
        "options": " ".join(filter(None, given)),
        "connect_timeout": CONNECT_SECONDS,
        "keepalives_idle": 5,
        "keepalives_interval": 2,
        "keepalives_count": 2,
        "tcp_user_timeout": 5000,
    }


class Sign(Enum):
    """The outcome of asking the database."""

    ANSWER = auto()
    REFUSAL = auto()
    NONE = auto()


class Pulse:
    """A connection of its own that is asked without blocking."""

    def __init__(self) -> None:
        self._raw: Any = None

    def beat(self) -> Sign:
        """Ask, and wait a while. A connection refused or lost is no silence: requests hear it at once."""
        until = time.monotonic() + settings.WEB_SILENT_SECONDS
        try:
            if self._raw is None:
                parameters = connections["default"].get_connection_params()
                self._raw = psycopg2.connect(**{**parameters, "cursor_factory": None, "options": ""}, async_=1)
                if not self._is_answered(until):
                    return self._give_up(Sign.NONE)
            cursor = self._raw.cursor()  # kept until the answer has come
            cursor.execute("SELECT 1")
            return Sign.ANSWER if self._is_answered(until) else self._give_up(Sign.NONE)
        except psycopg2.Error:
            return self._give_up(Sign.REFUSAL)

    def _give_up(self, sign: Sign) -> Sign:
        if self._raw is not None:
            self._raw.close()
        self._raw = None
        return sign

    def _is_answered(self, until: float) -> bool:
        while (state := self._raw.poll()) != POLL_OK:
            asked = select.poll()
            asked.register(self._raw.fileno(), select.POLLIN if state == POLL_READ else select.POLLOUT)
            if not asked.poll(max(LAST_SECONDS, until - time.monotonic()) * 1000):
                return False
        return True


class DatabaseWatch(threading.Thread):
    """Asks the database for a sign of life every second.

    Where none comes, it cuts this process's connections: a server that is stopped keeps them, neither its own timeouts
    nor TCP's end a wait for it, and each request would hold a thread until none is left. A connection that is cut
    raises OperationalError at once. Once the watch has lost its own connection, no older one is used again.
    """

    def __init__(self) -> None:
        super().__init__(name="database-watch", daemon=True)
        self.is_silent = False
        self._losses = 0
        self._lock = threading.Lock()
        # Each connection with the losses when it was made.
        self._open: weakref.WeakKeyDictionary[BaseDatabaseWrapper, int] = weakref.WeakKeyDictionary()

    def note(self, connection: BaseDatabaseWrapper, **_: Any) -> None:
        """Remember a connection of this process."""
        with self._lock:
            self._open[connection] = self._losses

    def close_old_connection(self, **_: Any) -> None:
        """Close this thread's connection, before a request uses it, if the server may have lost it."""
        connection = connections["default"]
        if self._open.get(connection, self._losses) < self._losses:
            connection.close()

    def run(self) -> None:
        """Watch until the process ends."""
        pulse = Pulse()
        while True:
            self._take(pulse.beat())
            time.sleep(ASK_SECONDS)

    def _take(self, sign: Sign) -> None:
        was_silent, self.is_silent = self.is_silent, sign is Sign.NONE
        self._losses += sign is not Sign.ANSWER
        if self.is_silent and not was_silent:
            seconds = settings.WEB_SILENT_SECONDS
            logger.error("The database has not answered for %s s: connections are cut.", seconds)
            with self._lock:
                waiting = list(self._open)
            for connection in waiting:
                cut(connection)
        elif was_silent and not self.is_silent:
            logger.warning("The database answers again.")


def cut(connection: BaseDatabaseWrapper) -> None:
    """Shut the socket of a connection; a thread that waits for an answer finds it closed."""
    raw = connection.connection
    if raw is None or raw.closed:
        return
    try:
        with socket.socket(fileno=os.dup(raw.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)
    except (psycopg2.Error, OSError) as error:  # its own thread was closing it
        logger.info("A connection closed by itself: %s", error)


watch = DatabaseWatch()


def watch_database() -> None:
    """Begin to watch; once a process, after it was forked."""
    connection_created.connect(watch.note)
    request_started.connect(watch.close_old_connection)
    watch.start()
