"""Supervision of child processes: restarted while they run, and stopped in order however the launcher ends."""

import os
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
QUICK_DEATHS = 3


@dataclass
class Watched:
    child: Child
    start: Callable[[], None]
    quick_deaths: int = 0


@dataclass
class Supervisor:
    """Children in the order in which they were started.

    A dead child is started again rather than everything stopped: people are annotating, and a database or worker
    killed by the system (memory, mostly) costs them a second instead of an evening. One that dies at once three
    times in a row has a fault which a new start does not mend; then everything stops.
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
            self._revive(watched)

    def _revive(self, watched: Watched) -> None:
        child = watched.child
        end = describe_death(child)
        was_quick = time.monotonic() - child.started_at < QUICK_DEATH_SECONDS
        watched.quick_deaths = watched.quick_deaths + 1 if was_quick else 1
        if watched.quick_deaths >= QUICK_DEATHS:
            raise LaunchError(f"{end}\nIt does not stay up, so everything is stopped.")
        say(f"{end}\nStarting it again.")
        watched.start()

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
