"""Processes that a reload replaces go on until new ones serve."""

import os
import signal
import time
from dataclasses import dataclass, field
from types import SimpleNamespace

import pytest

from annotation_site.server.handover import end_old_processes_late, wait_for_tables


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
