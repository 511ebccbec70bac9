"""Supervision of child processes: restarted while they run, and stopped in order however the launcher ends."""

import os
import shutil
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType

from annotation_site.embedded.broker import Broker
from annotation_site.embedded.console import LaunchError, say
from annotation_site.embedded.places import open_place
from annotation_site.embedded.postgres import Postgres
from annotation_site.embedded.processes import Child, stop_marked
from annotation_site.embedded.servers import Server

QUICK_DEATH_SECONDS = 10
LONGEST_PAUSE_SECONDS = 60
LEAST_FREE_BYTES = 20 * 1024 * 1024


@dataclass
class Watched:
    """A child, the number of its quick deaths in a row, and when it is to be started again."""

    child: Child
    start: Callable[[], None]
    quick_deaths: int = 0
    starts_at: float | None = None


@dataclass
class Supervisor:
    """Children in the order in which they were started.

    A dead child is started again rather than everything stopped: people are annotating, and a database or worker
    killed by the system (memory, mostly) costs them a second instead of an evening. One that dies again at once has a
    fault that a new start does not mend, a full disk for example: it is tried again after 1, 2, 4 … 60 s, and the
    others go on meanwhile.
    """

    data: Path
    watched: list[Watched] = field(default_factory=list)

    def add_server(self, server: Server) -> None:
        self.watched.append(Watched(server.child, server.restart))
        server.start()

    def add_child(self, child: Child) -> None:
        self.watched.append(Watched(child, child.start))
        child.start()

    def watch(self) -> None:
        """Check the children for ever; a KeyboardInterrupt or a LaunchError ends it."""
        while True:
            time.sleep(0.2)
            self.check()

    def check(self, *, revive: bool = True) -> None:
        """Restart dead children; while everything is still starting (`revive` false), a death is an error."""
        for watched in self.watched:
            if watched.child.is_alive:
                continue
            if not revive:
                raise LaunchError(describe_death(watched.child))
            if watched.starts_at is None:
                self._plan_start(watched)
            if watched.starts_at is not None and time.monotonic() >= watched.starts_at:
                self._start_again(watched)

    def _plan_start(self, watched: Watched) -> None:
        """Say why the child ended, and when it is started again."""
        is_quick = time.monotonic() - watched.child.started_at < QUICK_DEATH_SECONDS
        watched.quick_deaths = watched.quick_deaths + 1 if is_quick else 0
        self._plan(watched, describe_death(watched.child))

    def _plan(self, watched: Watched, end: str) -> None:
        pause = min(2 ** (watched.quick_deaths - 2), LONGEST_PAUSE_SECONDS) if watched.quick_deaths > 1 else 0
        watched.starts_at = time.monotonic() + pause
        when = f"Trying again in {pause} s; everything else goes on." if pause else "Starting it again."
        say("\n".join(filter(None, [end, describe_disk(self.data), when])))

    def _start_again(self, watched: Watched) -> None:
        watched.starts_at = None
        try:
            watched.start()
        except (LaunchError, OSError) as error:
            watched.quick_deaths = max(watched.quick_deaths, 1) + 1
            self._plan(watched, f"{watched.child.name} could not be started: {error}")

    def stop(self) -> None:
        """Stop in reverse order; a second Ctrl-C shortens the waits instead of leaving things behind."""
        hurry = False

        def ask_to_hurry(_number: int, _frame: FrameType | None) -> None:
            nonlocal hurry
            hurry = True

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, ask_to_hurry)
        for watched in reversed(self.watched):
            watched.child.stop(2 if hurry else None)
        stop_marked(self.data, seconds=3)  # a child of a child, or one that was just being started


def describe_death(child: Child) -> str:
    code = child.process.returncode if child.process else None
    return f"{child.name} ended (status {code}). The end of {child.log}:\n{child.last_lines()}"


def describe_disk(folder: Path) -> str:
    """Return a sentence if the disk is full, else nothing."""
    free = shutil.disk_usage(folder).free
    return f"The disk of {folder} is full. Make room; nothing else has to be done." if free < LEAST_FREE_BYTES else ""


@contextmanager
def supervise(data: Path) -> Iterator[Supervisor]:
    """Turn each signal that ends a program into an orderly stop, and clear what a killed launcher left."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        if number != signal.SIGHUP or signal.getsignal(number) != signal.SIG_IGN:  # nohup is respected
            signal.signal(number, _interrupt)
    supervisor = Supervisor(data)
    try:
        left = stop_marked(data)
        if left:
            say(f"The last start was killed; {left} of its processes still ran and were stopped.")
        yield supervisor
    finally:
        supervisor.stop()


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt


def start_servers(supervisor: Supervisor, *, waits_for_disk: bool = True) -> dict[str, str]:
    """Start the servers that the environment does not name, and return the variables for all of them."""

    def start(server: Server) -> None:
        if isinstance(server, Postgres):
            server.waits_for_disk = waits_for_disk
        supervisor.add_server(server)

    return _name_servers(supervisor.data, start)


def find_servers(data: Path) -> dict[str, str]:
    """Return the variables of the servers that another launcher runs, and those of the environment."""
    return _name_servers(data, lambda server: server.find_running())


def _name_servers(data: Path, make_ready: Callable[[Server], None]) -> dict[str, str]:
    variables = {name: os.environ[name] for name in ("DATABASE_URL", "REDIS_URL") if os.environ.get(name)}
    if len(variables) == 2:
        return variables
    place = open_place(data)
    servers: dict[str, type[Server]] = {"DATABASE_URL": Postgres, "REDIS_URL": Broker}
    for name, kind in servers.items():
        if name not in variables:
            server = kind(place, data)
            make_ready(server)
            variables[name] = server.url
    return variables
