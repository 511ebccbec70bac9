"""The program that scores by an ONNX model: its scores, and what it says of folders that it cannot read."""

import json
import subprocess
from pathlib import Path

import pytest

from evaluation.neural_measures.onnx_score.model import ModelError, read_description
from tests.evaluation.neural_measures.models import make_model, program_folder, score_by_hand

SOURCE = ["He broke the ice .", "ice", "the unknown word"] * 7
TRANSLATION = ["Ha rotto il ghiaccio .", "ghiaccio ghiaccio", "il"] * 7
REFERENCE = ["Ha rotto il ghiaccio .", "il ghiaccio", "rotto"] * 7


def run_program(folder: Path, model: Path, **texts: list[str]) -> subprocess.CompletedProcess[str]:
    arguments: list[object] = ["--model", model, "--to-json", folder / "scores.json"]
    for name, lines in texts.items():
        (folder / name).write_text("".join(f"{line}\n" for line in lines))
        arguments += [f"--{name}", folder / name]
    command = [str(program_folder() / "onnx-score"), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False)


def test_scores_are_those_of_the_model_whatever_the_lengths_beside_them(tmp_path: Path) -> None:
    model = make_model(tmp_path / "mean")
    ran = run_program(tmp_path, model, source=SOURCE, translations=TRANSLATION, reference=REFERENCE)
    assert ran.returncode == 0, ran.stderr
    [(name, rows)] = json.loads((tmp_path / "scores.json").read_text()).items()
    assert name == "translations"
    expected = [score_by_hand(*texts) for texts in zip(SOURCE, TRANSLATION, REFERENCE, strict=True)]
    assert [row["COMET"] for row in rows] == pytest.approx(expected, abs=1e-5)
    assert [row["mt"] for row in rows] == TRANSLATION


@pytest.mark.parametrize(
    ("texts", "sentence"),
    [
        ({"source": SOURCE, "translations": TRANSLATION}, "The model reads the reference, and there is none."),
        (
            {"source": SOURCE, "translations": TRANSLATION[:5], "reference": REFERENCE},
            "has 5 lines, but the source has 21.",
        ),
    ],
)
def test_texts_that_do_not_fit_are_refused_in_a_line(
    tmp_path: Path, texts: dict[str, list[str]], sentence: str
) -> None:
    ran = run_program(tmp_path, make_model(tmp_path / "mean"), **texts)
    assert ran.returncode == 1
    assert ran.stderr.endswith(f"{sentence}\n") and ran.stderr.count("\n") == 1
    assert not (tmp_path / "scores.json").exists()


@pytest.mark.parametrize(
    ("described", "sentence"),
    [
        ({"inputs": ["translation"], "template": "{translation}"}, "either “inputs” or “template”"),
        ({"inputs": ["translation", "gloss"]}, "names “gloss”, which is no part"),
        ({"template": "{source}"}, "does not read the translation"),
        ({"inputs": 3}, "is not as docs/measuring/neural-measures.md says"),
        (["translation"], "is not as docs/measuring/neural-measures.md says"),
    ],
)
def test_a_description_that_says_no_measure_is_refused(tmp_path: Path, described: object, sentence: str) -> None:
    with pytest.raises(ModelError, match=sentence):
        read_description(make_model(tmp_path / "mean", described=described))


def test_a_folder_without_its_weights_says_so(tmp_path: Path) -> None:
    folder = make_model(tmp_path / "mean")
    (folder / "model.onnx").unlink()
    with pytest.raises(ModelError, match=r"^mean: model\.onnx is missing\.$"):
        read_description(folder)
