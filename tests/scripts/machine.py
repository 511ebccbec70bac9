"""A description of the machine for benchmarks, and their tables."""

import os
import platform
import statistics
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import astuple, dataclass
from operator import sub
from types import TracebackType

import celery
import django
import psutil
from django.db import connection

from annotation_site.embedded.processes import Child


def describe_machine() -> str:
    """Return one line: cores, memory, load, versions, and whether the database waits for the disk."""
    with connection.cursor() as cursor:
        shown = {}
        for name in ("server_version", "fsync", "synchronous_commit", "shared_buffers"):
            cursor.execute(f"SHOW {name}")
            shown[name] = cursor.fetchone()[0]
    return (
        f"{len(os.sched_getaffinity(0))} cores, {psutil.virtual_memory().total / 2**30:.0f} GB, "
        f"load {os.getloadavg()[0]:.1f} at the start; Python {platform.python_version()}, Django "
        f"{django.get_version()}, Celery {celery.__version__}, PostgreSQL {shown['server_version']} "
        f"(fsync {shown['fsync']}, synchronous_commit {shown['synchronous_commit']}, "
        f"shared_buffers {shown['shared_buffers']})"
    )


def announce(step: str) -> None:
    """Print what comes now, with the time of day: tables stand when all of their rows are measured."""
    print(f"  {time.strftime('%H:%M:%S')} {step} …", flush=True)


def print_table(title: str, header: Sequence[str], rows: Sequence[Sequence[object]]) -> None:
    """Print columns as wide as needed, the first to the left, figures to the right."""
    cells = [list(header), *([str(cell) for cell in row] for row in rows)]
    widths = [max(len(row[column]) for row in cells) for column in range(len(header))]
    print(f"\n{title}")
    for row in cells:
        first, *others = (
            cell.ljust(width) if index == 0 else cell.rjust(width)
            for index, (cell, width) in enumerate(zip(row, widths, strict=True))
        )
        print("  " + "  ".join([first, *others]), flush=True)


def milliseconds(seconds: Sequence[float], share: float) -> str:
    """Return a percentile of times in seconds, formatted as milliseconds."""
    if len(seconds) < 2:
        return "-"
    return f"{statistics.quantiles(seconds, n=1000, method='inclusive')[round(share * 1000) - 1] * 1000:.1f}"


def cpu_seconds(pid: int) -> float:
    """Return processor time of a process and its children, ended ones too; unlike latency it hardly depends on other
    load.
    """
    root = psutil.Process(pid)
    seconds = 0.0
    for process in [root, *root.children(recursive=True)]:
        with suppress(psutil.NoSuchProcess):  # ended since it was listed: its parent counts it
            time = process.cpu_times()
            seconds += time.user + time.system + time.children_user + time.children_system
    return seconds


def list_sessions() -> list[psutil.Process]:
    """Return the database's processes for the connections of other processes to this database."""
    with connection.cursor() as cursor:
        # Not those that PostgreSQL starts for itself, which may have ended when they are looked at.
        cursor.execute(
            "SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND backend_type = 'client backend'"
            " AND pid <> pg_backend_pid()"
        )
        found = []
        for (pid,) in cursor.fetchall():
            with suppress(psutil.NoSuchProcess):  # closed since
                found.append(psutil.Process(pid))
    return found


@dataclass(frozen=True)
class Spent:
    """Seconds so far: of the clock, and of the processor by a child, the database, this process and the machine."""

    wall: float
    child: float
    database: float
    here: float
    machine: float

    def __sub__(self, other: "Spent") -> "Spent":
        return Spent(*map(sub, astuple(self), astuple(other)))

    @property
    def busy_cores(self) -> float:
        """Return the cores that were at work on average, for whomever."""
        return self.machine / self.wall


def measure_spent(child: Child) -> Spent:
    """Return what was spent until now; every session of the database server counts, those that ended too."""
    assert child.process is not None
    with connection.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        server = psutil.Process(cursor.fetchone()[0]).ppid()
    machine = psutil.cpu_times()
    return Spent(
        time.perf_counter(),
        cpu_seconds(child.process.pid),
        cpu_seconds(server),
        time.process_time(),
        sum(machine) - machine.idle - getattr(machine, "iowait", 0.0),
    )


def megabytes(size: int) -> str:
    return f"{size / 1e6:,.0f} MB"


class Processor:
    """Counts what all cores of the machine did meanwhile: `seconds`, of all processes together."""

    def __enter__(self) -> "Processor":
        self._before = self._count()
        self.seconds = 0.0
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.seconds = self._count() - self._before

    @staticmethod
    def _count() -> float:
        times = psutil.cpu_times()
        return float(sum(times) - times.idle - getattr(times, "iowait", 0) - getattr(times, "guest", 0))


class PeakMemory:
    """Watches a worker; `peak` is the largest resident size, in bytes, of a process that it started to do its jobs.

    Looking 20 times a second takes a tenth of a core.
    """

    def __init__(self, pid: int, *, every: float = 0.05) -> None:
        self._every = every
        self._root = psutil.Process(pid)
        self._is_over = threading.Event()
        self._thread = threading.Thread(target=self._watch, daemon=True)
        self.at_rest = self._largest()
        self.peak = self.at_rest

    def __enter__(self) -> "PeakMemory":
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._is_over.set()
        self._thread.join()

    def _watch(self) -> None:
        while not self._is_over.is_set():
            self.peak = max(self.peak, self._largest())
            time.sleep(self._every)

    def _largest(self) -> int:
        sizes = [0]
        for process in self._root.children(recursive=True):
            try:
                sizes.append(process.memory_info().rss)
            except psutil.NoSuchProcess:  # ended since it was listed: it holds nothing
                continue
        return max(sizes)
