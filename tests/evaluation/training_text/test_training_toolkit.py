"""Training files as a toolkit's own loaders read them: sockeye's, which run in a Python of their own.

They are no requirement of the project. Name that Python in INTERLINEA_SOCKEYE, such as one with
`pip install numpy==1.23.5 mxnet==1.9.1 sacrebleu portalocker pyyaml` and `pip install --no-deps sockeye==2.3.24`.
"""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.evaluation.findings import make_finding
from tests.evaluation.training_text.making import LINES, TEXTS, make
from tests.factories import make_project

pytestmark = pytest.mark.django_db(transaction=True)
PYTHON = os.environ.get("INTERLINEA_SOCKEYE", sys.executable)
# The pairs as the training loader yields them, and the sources as the translator reads factors.
SCRIPT = """
import json, sys
from types import SimpleNamespace
from sockeye import data_io, inference, vocab
source, target, factors = sys.argv[1], sys.argv[2], int(sys.argv[3])
words = [vocab.build_from_paths([path]) for path in (source, target)]
readers = data_io.create_sequence_readers([source], [target], [words[0]], [words[1]])
pairs = [[len(side[0]) for side in sides] for sides in data_io.parallel_iter(*readers)]
translator = SimpleNamespace(num_source_factors=factors)
inputs = [
    inference.make_input_from_factored_string(number, line, translator)
    for number, line in enumerate(open(source))
]
print(json.dumps({"pairs": pairs, "inputs": [[each.tokens, each.factors] for each in inputs]}))
"""


def read_with_sockeye(files: dict[str, list[str]], folder: Path, factors: int) -> dict[str, list[list[list[str]]]]:
    paths = [folder / name for name in ("train.source", "train.target")]
    for path in paths:
        path.write_text("".join(f"{line}\n" for line in files[path.name]))
    command = [PYTHON, "-W", "ignore", "-c", SCRIPT, *map(str, paths), str(factors)]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


@pytest.fixture(autouse=True)
def toolkit() -> None:
    """Skips, with the reason, where sockeye is not installed."""
    found = subprocess.run([PYTHON, "-W", "ignore", "-c", "import sockeye.inference"], check=False, capture_output=True)
    if found.returncode:
        pytest.skip(f"sockeye cannot be imported by {PYTHON}; INTERLINEA_SOCKEYE names another Python")


def test_sockeye_reads_factors_as_they_were_written(tmp_path: Path) -> None:
    files = make(make_finding(make_project(), texts=TEXTS), marking="factors")
    read = read_with_sockeye(files, tmp_path, factors=3)
    assert [tokens for tokens, _ in read["inputs"]] == [source.split() for source, _ in LINES]
    lemmas, labels = read["inputs"][0][1]
    assert (lemmas[1:3], labels[:4]) == (["walk_off", "walk_off"], ["O", "B", "I", "O"])
    assert len(read["pairs"]) == len(LINES)


def test_sockeye_trains_on_words_with_spaces_line_by_line(tmp_path: Path) -> None:
    files = make(make_finding(make_project(), texts=TEXTS), marking="spaces", condition="upsampled", times=3)
    read = read_with_sockeye(files, tmp_path, factors=1)
    assert len(read["pairs"]) == len(files["train.source"])
    assert sum(tokens.count("walked_off") for tokens, _ in read["inputs"]) == 15
