"""Starts: `measure --help` beside Python with numpy alone, and the first and second `make run` on a fresh folder."""

import os
import re
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from tests.scripts.machine import announce, print_table
from tests.scripts.script import script
from tests.servers import ROOT

COMMANDS = {
    'python -c "import numpy"': ["-c", "import numpy"],
    "measure --help": ["manage.py", "measure", "--help"],
    "verify --help": ["manage.py", "verify", "--help"],
}
LAUNCH = [sys.executable, "-m", "annotation_site.embedded", "run", "--port", "8900"]


class Cost(NamedTuple):
    """Seconds of the clock and of the processor."""

    wall: float
    busy: float


@script(small={"runs": 1, "starts": 0})
def measure_starts(runs: int = 7, starts: int = 2) -> None:
    """Print the tables; `starts` on one folder, the first of which makes the database and the demo."""
    subprocess.run([sys.executable, *COMMANDS["measure --help"]], cwd=ROOT, capture_output=True, check=True)
    medians = {}
    for name, arguments in COMMANDS.items():
        announce(f"{runs} times {name}")
        costs = [run_command(arguments) for _ in range(runs)]
        medians[name] = Cost(*(statistics.median(column) for column in zip(*costs, strict=True)))
    numpy = next(iter(medians.values())).busy
    rows = [
        (name, f"{cost.wall:.2f}", f"{cost.busy:.2f}", f"{cost.busy / numpy:.1f}") for name, cost in medians.items()
    ]
    print_table("Commands of files (median)", ("command", "seconds", "processor", "× numpy, at most 4"), rows)
    with tempfile.TemporaryDirectory() as folder:
        for number in range(1, starts + 1):
            announce(f"start {number} of the site")
            rows = [(step, f"{seconds:.1f}") for step, seconds in start_site(Path(folder))]
            print_table(f"Start {number} (at most {12 if number == 1 else 4} s)", ("until", "seconds"), rows)


def run_command(arguments: Sequence[str]) -> Cost:
    """Run Python once."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run([sys.executable, *arguments], cwd=ROOT, capture_output=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Cost(time.perf_counter() - began, busy)


def start_site(data: Path) -> list[tuple[str, float]]:
    """Start everything as `make run` does, and stop it; give the time of each message until people are let in."""
    # Servers named in the environment would be used, and these are to be started.
    environment = {name: value for name, value in os.environ.items() if name not in ("DATABASE_URL", "REDIS_URL")}
    began, steps = time.perf_counter(), []
    with subprocess.Popen(
        [*LAUNCH, "--data", str(data)],
        cwd=ROOT,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as launcher:
        assert launcher.stdout is not None
        for line in launcher.stdout:
            if line.strip():
                steps.append((re.sub("http.*", "its address", line.strip()), time.perf_counter() - began))
            if line.startswith("Interlinea is at"):
                break
        launcher.send_signal(signal.SIGINT)
        launcher.communicate(timeout=120)
    assert launcher.returncode == 0, steps
    return steps


if __name__ == "__main__":
    measure_starts.main()
