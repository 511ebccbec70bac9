"""The base of every script: a database, a broker and files of its own, and the real processes on them.

Scripts played one after another on one stage find its processes running, and each other's rows in the database.
"""

import os
import shutil
import signal
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import psutil
from celery import current_app
from django.conf import settings
from django.test import override_settings

from annotation_site.embedded.broker import Broker
from annotation_site.embedded.places import open_place
from annotation_site.embedded.processes import Child
from annotation_site.embedded.running import answers_http
from annotation_site.server.configuration import workers
from tests.running.databases import create_database, drop_database
from tests.servers import ROOT, child_environment, free_port, has_ended, wait_until

CELERY = [sys.executable, "-m", "celery", "-A", "annotation_site"]


SERVING = "Serving (pid"
# On a machine with much other work; 4 s on one with none.
START_SECONDS = 90


@dataclass(frozen=True)
class Site:
    """A web server that a stage started."""

    child: Child
    port: int
    processes: int

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start_again(self) -> None:
        """Start it at its address after it has ended."""
        served = self.child.log.read_text().count(SERVING)
        self.child.start()
        self.wait(served)

    def wait(self, served: int = 0) -> None:
        """Wait until all its processes serve, beside those that served in former starts."""
        log = self.child.log
        wait_for_start(
            self.child, lambda: log.read_text().count(SERVING) >= served + self.processes and answers_http(self.port)
        )


@dataclass
class Stage:
    """The servers and processes of scripts; `settings` are variables that differ from those of a real
    installation.
    """

    folder: Path
    broker: Broker
    settings: dict[str, str]
    children: list[Child] = field(default_factory=list)
    site: Site | None = None

    @property
    def form(self) -> str:
        """Return the settings in words, for the title of a report."""
        changed = ", ".join(f"{name} {value}" for name, value in self.settings.items())
        return changed or "lease and sweep as installed"

    def running(self, name: str) -> list[Child]:
        """Return the processes of that name which run, the oldest first."""
        return [child for child in self.children if child.name == name and child.is_alive]

    def need_worker(self, concurrency: int = 2) -> Child:
        """Return the only worker: the one that runs if it has as many processes, else a new one."""
        workers = self.running("worker")
        if [worker.command for worker in workers] == [worker_command(concurrency)]:
            return workers[0]
        self.end_workers()
        return self.start_worker(concurrency)

    def end_workers(self) -> None:
        """End every worker; jobs that are asked for wait."""
        for worker in self.running("worker"):
            worker.stop(8)

    def start_worker(self, concurrency: int = 2, clock_is_off: int = 0) -> Child:
        """Start a worker as `make run` does, beside those that run, and wait until it is ready; its clock may be off by
        some seconds.
        """
        command = worker_command(concurrency)
        if clock_is_off:
            python, option, *rest = command
            command = [
                python,
                option,
                "tests.stand_ins.skewed_clock",
                str(clock_is_off),
                *rest,
                "--hostname",
                f"off{clock_is_off}",
            ]
        child = self._start("worker", command)
        wait_for_start(child, lambda: " ready." in child.log.read_text(errors="replace"))
        return child

    def need_beat(self) -> None:
        """Start the clock that rings the sweeps, unless it runs."""
        if not self.running("beat"):
            schedule = str(self.folder / "beat-schedule")
            self._start("beat", [*CELERY, "beat", "--schedule", schedule, "--pidfile", "", "--loglevel", "INFO"])

    def need_site(self, processes: int = workers) -> str:
        """Return the address of the only web server: the one that runs if it has as many processes, else a new one."""
        if self.site is None or not self.site.child.is_alive or self.site.processes != processes:
            for server in self.running("web"):
                server.stop(8)
            self.site = self.start_site(processes)
        return self.site.address

    def start_site(self, processes: int = workers, *more: str) -> Site:
        """Start one more web server and wait until all its processes serve; `more` is added to its command."""
        port = free_port()
        site = Site(self._start("web", [*site_command(processes, port), *more]), port, processes)
        site.wait()
        return site

    def start_server(self, name: str, command: list[str], port: int) -> Child:
        """Start a web server of another make, and wait for its first answer."""
        child = self._start(name, command)
        wait_for_start(child, lambda: answers_http(port))
        return child

    def lose_broker(self) -> None:
        """Kill the broker and delete all it kept."""
        kill(self.broker.child)
        shutil.rmtree(self.broker.directory)

    def return_broker(self) -> None:
        """Start the broker again at its address, knowing nothing."""
        self.broker.directory = self.broker.place.make_directory("broker")
        self.broker.restart()

    def stop_children(self) -> None:
        """End worker, clock and web server; database and broker stay."""
        for child in reversed(self.children):
            child.stop(8)
            kill(child)

    def stop(self) -> None:
        self.stop_children()
        self.broker.child.stop()

    def _start(self, name: str, command: list[str]) -> Child:
        log = self.folder / "log" / f"{name}-{len(self.children)}.log"
        environment = {**child_environment(), "REDIS_URL": self.broker.url, **self.settings}
        child = Child(name, command, self.folder, log, environment, folder=ROOT)
        child.start()
        self.children.append(child)
        return child


@contextmanager
def set_stage(**variables: str) -> Iterator[Stage]:
    """Give a stage and clear it away; `variables` go to all its processes, and in time for this one too."""
    folder = Path(tempfile.mkdtemp(prefix="interlinea-stage-"))
    name = f"interlinea_stage_{os.getpid()}"
    os.environ.pop("TEST_DATABASE_NAME", None)
    try:
        broker = Broker(open_place(folder), folder)
        broker.start()
        stage = Stage(folder, broker, variables)
        current_app.conf.broker_url = broker.url
        stores = {**settings.STORAGES, "default": files_in(folder / "files")}
        # Said aloud: what has used the store of files before lets go of it.
        with override_settings(STORAGES=stores, CELERY_BROKER_URL=broker.url):
            create_database(name)
            try:
                yield stage
            finally:
                stage.stop()
                drop_database(name)
    finally:
        clear(folder / "servers")
        clear(folder)


def find_tracebacks(log: str) -> str:
    """Return the end of each of the first tracebacks: where in our code, and what the database said."""
    blocks = log.split("Traceback (most recent call last):")[1:]
    return "\n---\n".join("\n".join(block.split(" WARNING ")[0].splitlines()[-24:]) for block in blocks[:4])


def clear(folder: Path) -> None:
    """Delete the folder, or the one that it points to."""
    # A killed worker's children may still write there while we delete: what they leave lies in the system's /tmp.
    shutil.rmtree(folder.resolve(), ignore_errors=True)


def wait_for_start(child: Child, is_ready: Callable[[], bool]) -> None:
    """Wait until the child is ready; fail with the end of its log."""
    try:
        wait_until(is_ready, f"no {child.name}", START_SECONDS)
    except AssertionError as error:
        raise AssertionError(f"{error}:\n{child.last_lines()}") from None


def kill(child: Child) -> None:
    """SIGKILL the child and everything it started, as a machine that loses power does. What has a group of its own, as
    the process of a job has, ends by itself: wait for that, or it profits from what the script does next.
    """
    if child.process is None:
        return
    try:
        started = psutil.Process(child.process.pid).children(recursive=True)
        os.killpg(child.process.pid, signal.SIGKILL)
    except (ProcessLookupError, psutil.NoSuchProcess):  # it has ended by itself, which is what was asked for
        return
    child.process.wait()
    wait_until(lambda: all(has_ended(each.pid) for each in started), "what a killed process had started goes on")


def worker_command(concurrency: int) -> list[str]:
    """Return the command of a worker with so many processes."""
    options = ["--concurrency", str(concurrency), "--loglevel", "INFO", "--without-gossip", "--without-mingle"]
    return [*CELERY, "worker", *options]


def site_command(processes: int, port: int) -> list[str]:
    """Return the command of a web server as `make run` starts it, but for its number of processes."""
    command = [sys.executable, "-m", "gunicorn", "--config", "python:annotation_site.server.configuration"]
    return [*command, "--workers", str(processes), "--bind", f"127.0.0.1:{port}"]


def files_in(folder: Path) -> dict[str, object]:
    """Return the settings of a file store in a folder."""
    options = {"location": folder, "base_url": None, "file_permissions_mode": 0o600}
    return {"BACKEND": "django.core.files.storage.FileSystemStorage", "OPTIONS": options}
