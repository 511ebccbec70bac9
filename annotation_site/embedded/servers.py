"""Common parts of PostgreSQL and the broker: a port that stays the same, a start that is retried, an address."""

import random
import socket
import time
from abc import ABC, abstractmethod
from contextlib import closing
from pathlib import Path

from annotation_site.embedded.console import LaunchError
from annotation_site.embedded.places import Place, write_private
from annotation_site.embedded.processes import Child

HOST = "127.0.0.1"
PORTS = range(20_000, 32_000)


class Server(ABC):
    """An embedded server: `prepare` once, then `start` as often as it dies."""

    name: str
    retry_seconds = 10.0  # what a killed predecessor leaves behind is gone by then
    ready_seconds = 120.0  # recovery after a crash may read a long log

    def __init__(self, place: Place, data: Path) -> None:
        self.place = place
        self.data = data
        self.port = 0
        self.child = Child(self.name, [], data, data / "log" / f"{self.name}.log", account=place.account)

    @abstractmethod
    def prepare(self) -> None:
        """Make the data directory if there is none, and clear what a dead predecessor left in it."""

    @abstractmethod
    def command(self) -> list[str]: ...

    @abstractmethod
    def answers(self) -> bool:
        """Return whether it serves us, with our password."""

    @property
    @abstractmethod
    def url(self) -> str: ...

    def start(self) -> None:
        """Start and wait until it answers; a start that fails is tried again for `retry_seconds`."""
        deadline = time.monotonic() + self.retry_seconds
        while True:
            self.prepare()
            self.port = self._choose_port()
            self.child.command = self.command()
            self.child.start()
            if self._wait_until_ready():
                return
            if time.monotonic() > deadline:
                raise LaunchError(
                    f"{self.name} does not start. The end of {self.child.log}:\n{self.child.last_lines()}"
                )
            time.sleep(0.3)

    def find_running(self) -> None:
        """Read the port of the server that another launcher runs on the same data."""
        self.port = int((self.place.root / f"{self.name}.port").read_text())

    def restart(self) -> None:
        """Start again under the same address, which the other processes keep."""
        port = self.port
        self.start()
        if self.port != port:
            raise LaunchError(f"{self.name} died, and its port {port} was taken by another program.")

    def _wait_until_ready(self) -> bool:
        deadline = time.monotonic() + self.ready_seconds
        while self.child.is_alive:
            if self.answers():
                return True
            if time.monotonic() > deadline:
                self.child.stop()
                raise LaunchError(f"{self.name} runs but does not answer; see {self.child.log}")
            time.sleep(0.05)
        return False

    def _choose_port(self) -> int:
        """Keep the port of the last start if it is free, so that a developer's address book stays right."""
        memory = self.place.root / f"{self.name}.port"
        last = int(memory.read_text()) if memory.exists() and memory.read_text().isdigit() else 0
        port = last if last and is_free(last) else find_free_port()
        if port != last:
            write_private(memory, str(port))  # whole or not at all: a disk that is full must not cost the address
        return port


def is_free(port: int) -> bool:
    """Return whether we can listen: a port in TIME_WAIT after a kill is free, one with a listener is not."""
    with closing(socket.socket(socket.AF_INET, socket.SOCK_STREAM)) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
            probe.listen(1)
        except OSError:
            return False
        return True


def find_free_port() -> int:
    """Return a free port below those that systems give to outgoing connections: one of these would take it while a
    killed server starts again. Raise LaunchError if there is none.
    """
    for port in random.SystemRandom().sample(PORTS, len(PORTS)):
        if is_free(port):
            return port
    raise LaunchError(f"No port from {PORTS.start} to {PORTS.stop - 1} is free.")
