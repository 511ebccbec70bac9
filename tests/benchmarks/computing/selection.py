"""Selection from 2,000,000 sentence pairs by `select-sentences`, beside `wc -w` on the same files.

The texts are sampled from a vocabulary with Zipf's frequencies; their training text is as large as they are. Peak
memory is that of the command's own process.
"""

import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import numpy as np

from tests.scripts.machine import megabytes, print_table
from tests.scripts.script import script

ROOT = Path(__file__).parents[3]
VOCABULARY, SEED, AT_ONCE = 400_000, 20261121, 50_000


def write_text(path: Path, sentences: int, seed: int, mean_length: float) -> None:
    """Sentences of words w1, w2, …, the n-th sampled in proportion to 1/n; lengths as in Europarl."""
    generator = np.random.default_rng(seed)
    cumulative = np.cumsum(1 / np.arange(1, VOCABULARY + 1))
    words = np.array([f"word{rank}" for rank in range(VOCABULARY)], dtype=object)
    with path.open("w") as file:
        for start in range(0, sentences, AT_ONCE):
            # Both sides of a pair come from one seed, so their lengths go together.
            common = np.random.default_rng(SEED + start).lognormal(
                np.log(mean_length), 0.6, min(AT_ONCE, sentences - start)
            )
            lengths = np.clip(common * generator.lognormal(0, 0.1, len(common)), 1, 250).astype(int)
            sampled = words[np.searchsorted(cumulative, generator.random(lengths.sum()) * cumulative[-1])]
            place = 0
            for length in lengths:
                file.write(" ".join(sampled[place : place + length]) + "\n")
                place += length


@script(small={"pairs": 2_000, "size": 50})
def measure_selection(pairs: int = 2_000_000, size: int = 6_715) -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as name:
        measure(pairs, size, Path(name))


def measure(pairs: int, size: int, folder: Path) -> None:
    names = ("text.s", "text.t", "train.s", "train.t")
    for number, name in enumerate(names):
        write_text(folder / name, pairs, SEED + number, 24.0)
    counted = run(["wc", "-w", *(str(folder / name) for name in names)])
    selecting = [
        sys.executable, "manage.py", "select-sentences", str(folder / "text.s"), str(folder / "text.t"),
        "--format", "moses", "--source-training", str(folder / "train.s"), "--target-training", str(folder / "train.t"),
        "--size", str(size), "--out", str(folder / "chosen.jsonl"),
    ]  # fmt: skip
    selected = run(selecting)
    volume = sum((folder / name).stat().st_size for name in names)
    millions = pairs / 1e6
    print_table(
        f"Selection from {pairs:,} pairs, a training text as large beside them ({megabytes(volume)} in four files)",
        ("", "seconds", "per million pairs", "processor", "peak memory", "wanted"),
        [
            ("select-sentences", *selected.cells(millions), "< 500 MB"),
            ("wc -w", *counted.cells(millions)[:3], "", ""),
        ],
    )
    print(f"  {len(os.sched_getaffinity(0))} cores, load {os.getloadavg()[0]:.1f} at the end")


class Run:
    """Seconds and peak memory of a command."""

    def __init__(self, seconds: float, usage: resource.struct_rusage) -> None:
        self.seconds, self.usage = seconds, usage

    def cells(self, millions: float) -> tuple[str, str, str, str]:
        processor = self.usage.ru_utime + self.usage.ru_stime
        return (
            f"{self.seconds:.1f}",
            f"{self.seconds / millions:.1f}",
            f"{processor:.1f}",
            megabytes(self.usage.ru_maxrss * 1024),
        )


def run(command: list[str]) -> Run:
    started = time.perf_counter()
    process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode:
        raise RuntimeError(f"{command[0]} ended with status {process.returncode}")
    return Run(time.perf_counter() - started, usage)


if __name__ == "__main__":
    measure_selection.main()
