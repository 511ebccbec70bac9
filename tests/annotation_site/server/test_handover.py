"""Processes that a reload replaces go on until new ones serve, and a port refuses until its server does."""

import os
import signal
import socket
import sys
import time
from contextlib import closing
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from annotation_site.server.handover import close_until_served, end_old_processes_late, open_ports, wait_for_tables
from tests.servers import free_port


@dataclass
class Process:
    """A process of the web server, as its arbiter knows it: the time of its file is the day's until it serves."""

    age: int
    updated_at: float = field(default_factory=time.time)

    @property
    def tmp(self) -> "Process":
        return self

    def last_update(self) -> float:
        return self.updated_at


class Arbiter:
    """The part of gunicorn's that ends processes."""

    def __init__(self) -> None:
        self.num_workers = 2
        self.LISTENERS = ["one"]
        self.WORKERS = {age: Process(age) for age in (1, 2, 3, 4)}
        self.ended: list[tuple[int, int]] = []

    def kill_worker(self, pid: int, number: int) -> None:
        self.ended.append((pid, number))


@pytest.fixture
def arbiter() -> Arbiter:
    """Make one that has just begun two new processes beside two that serve."""
    made = Arbiter()
    for age in (1, 2):
        made.WORKERS[age].updated_at = time.monotonic()
    end_old_processes_late(made)
    return made


def test_an_old_process_is_ended_when_all_new_ones_serve(arbiter: Arbiter) -> None:
    arbiter.kill_worker(1, signal.SIGTERM)
    arbiter.WORKERS[3].updated_at = time.monotonic()
    arbiter.kill_worker(1, signal.SIGTERM)
    assert arbiter.ended == []
    arbiter.WORKERS[4].updated_at = time.monotonic()
    arbiter.kill_worker(1, signal.SIGTERM)
    assert arbiter.ended == [(1, signal.SIGTERM)]


def test_a_process_that_hangs_is_killed_at_once(arbiter: Arbiter) -> None:
    arbiter.kill_worker(1, signal.SIGKILL)
    assert arbiter.ended == [(1, signal.SIGKILL)]


def test_a_server_that_stops_waits_for_nobody(arbiter: Arbiter) -> None:
    arbiter.LISTENERS = []
    arbiter.kill_worker(1, signal.SIGTERM)
    assert arbiter.ended == [(1, signal.SIGTERM)]


@pytest.mark.skipif(sys.platform != "linux", reason="Other systems cannot close a port and open it again.")
def test_a_port_refuses_until_its_server_serves_and_stays_its_own() -> None:
    port = free_port()
    with closing(socket.create_server(("127.0.0.1", port))) as listening:
        listener = SimpleNamespace(sock=listening, cfg_addr=("127.0.0.1", port))
        close_until_served(SimpleNamespace(master_pid=0, LISTENERS=[listener]))
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(("127.0.0.1", port))
        with closing(socket.socket()) as other, pytest.raises(OSError, match="in use"):
            other.bind(("127.0.0.1", port))
        for _ in range(2):
            open_ports(SimpleNamespace(sockets=[listener], cfg=SimpleNamespace(backlog=5)))
            socket.create_connection(("127.0.0.1", port)).close()


def test_a_socket_that_was_handed_in_stays_open() -> None:
    with closing(socket.create_server(("127.0.0.1", 0))) as listening:
        close_until_served(SimpleNamespace(master_pid=0, LISTENERS=[SimpleNamespace(sock=listening, cfg_addr=7)]))
        socket.create_connection(listening.getsockname()).close()


def test_a_process_serves_when_the_tables_are_ready(monkeypatch: pytest.MonkeyPatch) -> None:
    waiting, ready = map(open, os.pipe(), "rw")
    signs_of_life: list[str] = []

    def notify() -> None:
        signs_of_life.append("alive")
        ready.close()

    with waiting, ready:
        monkeypatch.setenv("INTERLINEA_SERVES_AFTER", str(waiting.fileno()))
        wait_for_tables(SimpleNamespace(notify=notify))
        # So does one that takes its place.
        wait_for_tables(SimpleNamespace(notify=notify))
    assert signs_of_life == ["alive"]


def test_a_process_that_waits_for_nothing_serves_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("INTERLINEA_SERVES_AFTER", raising=False)
    wait_for_tables(SimpleNamespace())
