"""`measure expression-agreement` of two readings of 10,000 sentences, beside reading both files and no more.

Each is a process of its own: processor time, Python and libraries included.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.scripts.machine import describe_machine, print_table
from tests.scripts.script import script

ROOT = Path(__file__).parents[3]
HEADER = "# global.columns = ID FORM LEMMA UPOS XPOS FEATS HEAD DEPREL DEPS MISC PARSEME:MWE\n"
CATEGORIES = ("VID", "LVC.full", "IRV", "VPC.full")
WORDS = 17
READING = """
import json, sys
from annotation_site.texts.conllu import read_conllu
counts = [sum(1 for _ in read_conllu(open(path, encoding="utf-8"))) for path in sys.argv[1:]]
print(json.dumps({"sentences": counts[0]}))
"""


@script(small={"sentences": 200})
def measure_expression_agreement(sentences: int = 10_000) -> None:
    """Print both."""
    print(describe_machine())
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder) / f"{name}.cupt" for name in "ab"]
        write_readings(paths, sentences)
        command = [str(ROOT / "manage.py"), "measure", "expression-agreement"]
        ours = run([sys.executable, *command, *map(str, paths)])
        bootstrapped = run([sys.executable, *command, *map(str, paths), "--bootstrap", "1000"])
        plain = run([sys.executable, "-c", READING, *map(str, paths)])
    assert ours[0] == bootstrapped[0] == plain[0] == sentences
    rows = [
        (title, f"{seconds:.1f}")
        for title, (_, seconds) in (
            ("measure expression-agreement", ours),
            ("  with 1,000 resamples", bootstrapped),
            ("  both files read", plain),
        )
    ]
    print_table(f"two readings of {sentences:,} sentences", ("what", "processor s"), rows)


def write_readings(paths: list[Path], sentences: int) -> None:
    marks = random.Random(1)
    texts = [[f"word{marks.randrange(5_000)}" for _ in range(WORDS)] for _ in range(sentences)]
    for path in paths:
        path.write_text(HEADER + "".join(write_sentence(text, marks) for text in texts), encoding="utf-8")


def write_sentence(words: list[str], marks: random.Random) -> str:
    """Return the lines of a sentence; one in three has an expression, with a gap in half of them."""
    cells = ["*"] * len(words)
    if marks.random() < 1 / 3:
        first = marks.randrange(3)
        cells[first], cells[first + marks.randint(1, 2)] = f"1:{marks.choice(CATEGORIES)}", "1"
    rows = zip(words, cells, strict=True)
    lines = (f"{n}\t{word}\t{word}\tX\t_\t_\t0\t_\t_\t_\t{cell}\n" for n, (word, cell) in enumerate(rows, 1))
    return "".join(lines) + "\n"


def run(command: list[str]) -> tuple[int, float]:
    """Return the number of sentences that the command prints, and its processor time."""
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert process.stdout is not None
    sentences = json.loads(process.stdout.read())["sentences"]
    process.stdout.close()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0
    return sentences, usage.ru_utime + usage.ru_stime


if __name__ == "__main__":
    measure_expression_agreement.main()
