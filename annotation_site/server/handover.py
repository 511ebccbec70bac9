"""One process of the web server after another, without a pause for people.

A new process loads for seconds. gunicorn ends the old ones of a HUP before that, and listens before that at a start:
whoever asks meanwhile waits. Here the old ones go on until the new ones serve, and a server that starts refuses
connections until it serves, so that a proxy asks another one.
"""

import os
import select
import signal
import socket
import sys
import time
from collections.abc import Iterator
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


def close_until_served(arbiter: Any) -> None:
    """Refuse connections at the ports that this server has opened itself; they stay its own."""
    if not arbiter.master_pid:  # the successor of a running server, by USR2, shares its sockets
        for listener in _own_ports(arbiter.LISTENERS):
            listener.sock.shutdown(socket.SHUT_RD)


def wait_for_tables(worker: Any) -> None:
    """Wait until whoever started this server has brought the tables up to date: until the pipe that it names is closed,
    which it stays for the processes to come.
    """
    waiting = os.environ.get("INTERLINEA_SERVES_AFTER")
    while waiting and not select.select([int(waiting)], [], [], 1)[0]:
        worker.notify()


def open_ports(worker: Any) -> None:
    """Accept connections from now on, unless another process has opened the ports already."""
    for listener in _own_ports(worker.sockets):
        if not listener.sock.getsockopt(socket.SOL_SOCKET, socket.SO_ACCEPTCONN):
            listener.sock.listen(worker.cfg.backlog)


def _own_ports(listeners: list[Any]) -> Iterator[Any]:
    """Give the listeners that Linux lets close and open again: those of a port, not of a socket that was handed in."""
    if sys.platform == "linux":
        yield from (each for each in listeners if isinstance(each.cfg_addr, tuple) and each.cfg_addr[1])
