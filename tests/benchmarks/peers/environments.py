"""Virtual environments of the peers, each of its own, made once below var/peers."""

import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from types import TracebackType
from urllib.error import HTTPError
from urllib.request import urlopen

import psutil

from annotation_site.embedded.processes import Child
from tests.servers import ROOT, wait_until

PLACE = ROOT / "var" / "peers"
INSTALLING_SECONDS, STARTING_SECONDS = 1_800, 600


class NotInstalledError(Exception):
    """The peer is not here and cannot be fetched; the message says why."""


@dataclass(frozen=True)
class Environment:
    """A folder with a Python and packages that our own must not meet."""

    name: str
    packages: Sequence[str]

    @property
    def programs(self) -> Path:
        return PLACE / self.name / "bin"

    def find(self, package: str) -> Path:
        """Return the folder of an installed package."""
        [found] = (PLACE / self.name / "lib").glob(f"python3.*/site-packages/{package}")
        return found

    def install(self) -> None:
        """Install the packages, unless these are there. Raise NotInstalledError."""
        mark, wanted = PLACE / self.name / "installed", "\n".join(self.packages)
        if mark.exists() and mark.read_text() == wanted:
            return
        print(f"Installing {self.packages[0]} below {PLACE} …", flush=True)
        pip = [str(self.programs / "python"), "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
        for command in ([sys.executable, "-m", "venv", str(PLACE / self.name)], [*pip, *self.packages]):
            done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=INSTALLING_SECONDS)
            if done.returncode:
                last = (done.stderr.strip() or "no reason was given").splitlines()[-1]
                raise NotInstalledError(f"{self.packages[0]} could not be installed: {last}")
        mark.write_text(wanted)


@dataclass
class Processes(AbstractContextManager["Processes"]):
    """The processes of a peer, which end with the block."""

    environment: Environment
    folder: Path
    variables: Mapping[str, str]
    children: list[Child] = field(default_factory=list)

    def run(self, *command: str) -> None:
        """Run a program of the environment to its end."""
        child = self.start(*command)
        assert child.process is not None
        child.process.wait(STARTING_SECONDS)
        assert child.process.returncode == 0, f"{' '.join(command)} failed:\n{child.last_lines(40)}"

    def start(self, program: str, *arguments: str) -> Child:
        """Start a program of the environment."""
        command = [str(self.environment.programs / program), *arguments]
        log = self.folder / f"{program}-{len(self.children)}.log"
        child = Child(program, command, self.folder, log, self.variables, folder=self.folder)
        child.start()
        self.children.append(child)
        return child

    def serve(self, address: str, program: str, *arguments: str) -> None:
        """Start a web server, and wait for its first answer."""
        child = self.start(program, *arguments)
        wait_until(lambda: _answers(address), f"{program} did not start:\n{child.last_lines(40)}", STARTING_SECONDS)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        for child in self.children:
            child.stop()


def measure_memory(roots: Sequence[int]) -> int:
    """Return the bytes that these processes and their children hold, each shared page counted once."""
    trees = ([root, *root.children(recursive=True)] for root in map(psutil.Process, roots))
    return sum(process.memory_full_info().pss for tree in trees for process in tree)


def _answers(address: str) -> bool:
    try:
        with urlopen(address, timeout=5):
            return True
    except HTTPError:
        return True
    except OSError:  # not yet
        return False
