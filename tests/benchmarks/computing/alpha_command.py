"""`measure alpha` of 1,000,000 ratings in a csv file, beside a script that keeps its rows as people write it.

Each is a process of its own: processor time and peak memory, Python and libraries included.
"""

import json
import multiprocessing
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.benchmarks.computing.alpha_job import sample_ratings
from tests.scripts.machine import describe_machine, megabytes, print_table
from tests.scripts.script import script

ROOT = Path(__file__).parents[3]
COLUMNS = ("--unit", "compound,constituent", "--annotator", "who", "--value", "rating", "--level", "ordinal")
BY_ROWS = """
import csv, json, sys
from annotation_site.coefficients.alpha import krippendorff_alpha
rows = list(csv.DictReader(open(sys.argv[1])))
units = [(row["compound"], row["constituent"]) for row in rows]
values = [float(row["rating"]) for row in rows]
print(json.dumps({"alpha": krippendorff_alpha(units, [row["who"] for row in rows], values, "ordinal").value}))
"""


@script(small={"units": 300, "annotators": 30})
def measure_alpha_command(units: int = 100_000, annotators: int = 1_000) -> None:
    """Print both."""
    print(describe_machine())
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "ratings.csv"
        # In a process of its own: a child's peak memory is never less than what its parent held when it began.
        with multiprocessing.get_context("fork").Pool(1) as pool:
            ratings = pool.apply(write_ratings, (path, units, annotators))
        ours = run([sys.executable, str(ROOT / "manage.py"), "measure", "alpha", str(path), *COLUMNS])
        theirs = run([sys.executable, "-c", BY_ROWS, str(path)])
    assert abs(ours[0] - theirs[0]) < 1e-12, f"{ours[0]} here, {theirs[0]} by rows"
    rows = [
        (title, f"{seconds:.1f}", megabytes(peak), f"{alpha:.4f}")
        for title, (alpha, seconds, peak) in (("measure alpha", ours), ("  a script that keeps its rows", theirs))
    ]
    print_table(f"{ratings:,} ratings in a file", ("what", "processor s", "peak memory", "alpha"), rows)


def write_ratings(path: Path, units: int, annotators: int) -> int:
    columns = [column.tolist() for column in sample_ratings(units, annotators)]
    with path.open("w") as file:
        file.write("compound,constituent,who,rating\n")
        file.writelines(
            f"compound {unit // 2},{'head' if unit % 2 else 'modifier'},annotator_{annotator},{value}\n"
            for unit, annotator, value in zip(*columns, strict=True)
        )
    return len(columns[0])


def run(command: list[str]) -> tuple[float, float, int]:
    """Return the alpha that the command prints, its processor time and its peak memory in bytes."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    alpha = json.loads(process.stdout.read())["alpha"]
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return alpha, usage.ru_utime + usage.ru_stime, usage.ru_maxrss * 1024


if __name__ == "__main__":
    measure_alpha_command.main()
