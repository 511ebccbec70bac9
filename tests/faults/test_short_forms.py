"""The short forms of the scripts: each promise is tried on every run of the tests."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.servers import ROOT, stop

# It does nothing but outlast a time-out, and does so while others are played.
WAITS = "r4_visibility_timeout"
SCRIPTS = [
    "r1_worker_killed",
    "r2_broker_lost",
    WAITS,
    "r3_database_killed",
    "r5_poison_job",
    "r6_many_savers",
    "r7_one_row",
    "r8_leases",
    "r9_import_killed",
    "r10_malformed_uploads",
    "r13_backup",
    "r14_same_release",
    "r15_two_people",
]
SECONDS = 180


@dataclass
class Play:
    """A script that is being played."""

    process: subprocess.Popen[bytes]
    output: Path

    @classmethod
    def begin(cls, script: str, folder: Path) -> "Play":
        environment = {name: value for name, value in os.environ.items() if name != "TEST_DATABASE_NAME"}
        command = [sys.executable, "-m", f"tests.faults.{script}", "--short"]
        output = folder / f"{script}.log"
        with output.open("wb") as file:
            process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=file, stderr=subprocess.STDOUT)
        return cls(process, output)

    def expect_kept(self) -> None:
        """Wait for its end."""
        try:
            self.process.wait(SECONDS)
        finally:
            stop(self.process)
        print(said := self.output.read_text())
        assert self.process.returncode == 0, said


@pytest.fixture(scope="module")
def begun(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Play]]:
    """Start the chosen scripts before the first of these tests."""
    is_chosen = any(item.path == request.path and WAITS in item.name for item in request.session.items)
    plays = {WAITS: Play.begin(WAITS, tmp_path_factory.mktemp("waiting"))} if is_chosen else {}
    yield plays
    for play in plays.values():
        stop(play.process)


@pytest.mark.faults
@pytest.mark.parametrize("script", SCRIPTS)
def test_promise_is_kept(script: str, begun: dict[str, Play], tmp_path: Path) -> None:
    play = begun.get(script) or Play.begin(script, tmp_path)
    play.expect_kept()
