"""Child processes: started with a mark in their environment, found again by it, and stopped completely."""

import os
import signal
import subprocess
import time
from collections import deque
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import psutil

from annotation_site.embedded.console import say
from annotation_site.embedded.places import Account, run_as

# A pid says nothing once its process is dead: it may be a zombie's, or anybody's. A process with our own mark is ours.
MARK = "INTERLINEA_CHILD_OF"
LOG_BYTES = 10_000_000


@dataclass
class Child:
    """A program that we start, watch and stop; its output is appended to `log`."""

    name: str
    command: Sequence[str]
    data: Path
    log: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    account: Account | None = None
    folder: Path = Path("/")  # not the caller's, which the account may not be able to enter
    stop_signal: signal.Signals = signal.SIGTERM
    stop_seconds: float = 10
    pass_fds: Sequence[int] = ()
    process: subprocess.Popen[bytes] | None = None
    started_at: float = 0

    def start(self) -> None:
        """Start in a session of its own, so that Ctrl-C reaches the launcher only, which stops things in order."""
        # Private, because the development mail with its sign-in links is printed there.
        self.log.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        if self.log.exists() and self.log.stat().st_size > LOG_BYTES:
            self.log.replace(self.log.with_suffix(".log.1"))
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(  # noqa: S603
                self.command,
                env={**os.environ, **self.environment, MARK: str(self.data)},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                cwd=self.folder,
                start_new_session=True,
                pass_fds=self.pass_fds,
                **run_as(self.account),
            )
        self.started_at = time.monotonic()

    @property
    def is_alive(self) -> bool:
        return self.process is not None and self.process.poll() is None

    def stop(self, seconds: float | None = None) -> None:
        """Ask it to stop, wait, then kill."""
        if self.process is None or self.process.poll() is not None:
            return
        self.process.send_signal(self.stop_signal)
        try:
            self.process.wait(self.stop_seconds if seconds is None else seconds)
        except subprocess.TimeoutExpired:
            say(f"{self.name} did not stop in time and was killed.")
            self.process.kill()
            self.process.wait()

    def last_lines(self, count: int = 12) -> str:
        """Return the end of the log, indented, for a message about a death."""
        if not self.log.exists():
            return ""
        with self.log.open(errors="replace") as log:
            return "".join(f"    {line}" for line in deque(log, count)).rstrip()


def find_marked(data: Path) -> list[psutil.Process]:
    """Return the living processes that some launcher started for this data directory."""
    marked = []
    for process in psutil.process_iter():
        try:
            if process.environ().get(MARK) == str(data) and process.pid != os.getpid():
                marked.append(process)
        except psutil.Error:
            continue  # gone meanwhile, a zombie, or another user's: in no case ours
    return marked


def stop_marked(data: Path, *, seconds: float = 10) -> int:
    """Stop what a killed launcher left behind, databases last and gently; return how many there were."""
    processes = find_marked(data)
    databases = [process for process in processes if is_postgres(process)]
    others = [process for process in processes if process not in databases]
    _stop_all(others, signal.SIGTERM, seconds)
    _stop_all(databases, signal.SIGINT, seconds)  # "fast": ends sessions, writes a checkpoint
    return len(processes)


def is_postgres(process: psutil.Process) -> bool:
    try:
        return process.name() == "postgres"
    except psutil.Error:
        return False


def _stop_all(processes: list[psutil.Process], first: signal.Signals, seconds: float) -> None:
    for number in (first, signal.SIGKILL):
        for process in processes:
            try:
                process.send_signal(number)
            except psutil.NoSuchProcess:  # ended by itself, which is what is wanted
                continue
        _, processes = psutil.wait_procs(processes, timeout=seconds)
