"""The small form of every script: each promise is tried, and each measurement made, on every run of the tests."""

import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.scripts.small import END, ROOT, find_script, list_names
from tests.servers import wait_until

# Of all scripts on a stage: one that comes last there may be asked for before the others have ended.
SECONDS = 900
SECONDS_TO_CLEAR = 90


@dataclass
class Play:
    """A process that plays some scripts, one after another."""

    names: list[str]
    process: subprocess.Popen[bytes]
    output: Path

    @classmethod
    def begin(cls, names: list[str], output: Path) -> "Play":
        environment = {name: value for name, value in os.environ.items() if name != "TEST_DATABASE_NAME"}
        command = [sys.executable, "-m", "tests.scripts.small", *names]
        with output.open("wb") as file:
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=file, stderr=subprocess.STDOUT)
        return cls(names, process, output)

    def wait_for(self, name: str) -> tuple[str, str]:
        """Return what it printed so far, and how the script ended."""

        def has_ended() -> re.Match[str] | int | None:
            return self._find_end(name) or self.process.poll() is not None

        wait_until(has_ended, f"{name} did not end: {self.output.read_text()}", SECONDS, every=0.5)
        end = self._find_end(name)
        return self.output.read_text(), end[1] if end else "not played"

    def finish(self) -> None:
        """Let it clear its stage away; a signal in the midst of that would leave servers behind."""
        if not all(self._find_end(name) for name in self.names):
            self.process.terminate()
        self.process.wait(SECONDS_TO_CLEAR)

    def _find_end(self, name: str) -> re.Match[str] | None:
        return re.search(rf"^{END} {re.escape(name)} (\w+)", self.output.read_text(), re.MULTILINE)


@pytest.fixture(scope="module")
def plays(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Play]]:
    """Begin the chosen scripts: those with the same settings share a process and its stage, if they need one."""
    items = [item for item in request.session.items if item.path == request.path and hasattr(item, "callspec")]
    sharing: dict[tuple[object, ...], list[str]] = defaultdict(list)
    for name in (item.callspec.params["name"] for item in items):
        script = find_script(name)
        sharing[script.needs_stage, *script.settings_of(is_small=True).items()].append(name)
    folder = tmp_path_factory.mktemp("scripts")
    begun = [Play.begin(names, folder / f"{number}.log") for number, names in enumerate(sharing.values())]
    yield {name: play for play in begun for name in play.names}
    for play in begun:
        play.finish()


@pytest.mark.faults
@pytest.mark.timeout(SECONDS + 60)
@pytest.mark.parametrize("name", list_names())
def test_small_form(name: str, plays: dict[str, Play]) -> None:
    printed, ended = plays[name].wait_for(name)
    if ended == "untried":
        pytest.skip(f"Not tried: {printed}")
    assert ended == "kept", printed
