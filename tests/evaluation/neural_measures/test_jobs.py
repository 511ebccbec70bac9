"""A neural model scores the systems of a test set, by its own program."""

import json
import sys
from copy import deepcopy
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from annotation_site.jobs.models import Job
from annotation_site.web.exceptions import DomainError
from evaluation.boards.queries.boards import read_board
from evaluation.neural_measures.jobs import compute_neural_scores
from evaluation.neural_measures.services import request_neural_scores
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Hypothesis, SegmentValues, TranslationScore
from tests.evaluation.neural_measures.models import make_model, program_folder, score_by_hand
from tests.evaluation.translated import make_test_set, run
from tests.factories import make_project
from tests.running.module_rows import made_for_module

pytestmark = pytest.mark.django_db


@pytest.fixture
def models(tmp_path: Path, settings: Any) -> Path:
    settings.NEURAL_MODELS, settings.NEURAL_PROGRAMS = str(tmp_path), str(tmp_path / "bin")
    settings.COMET_PROGRAMS = ""
    return tmp_path


made = made_for_module(lambda: make_test_set(make_project()))


@pytest.fixture
def test_set(made: TestSet) -> TestSet:
    return deepcopy(made)


def request(test_set: TestSet, model: str) -> Job:
    project = test_set.project
    asked = {"user": project.created_by, "project": project, "test_set": test_set, "request_id": uuid4()}
    return request_neural_scores(**asked, model=model)


def write_program(models: Path, name: str, script: str) -> None:
    program = models / "bin" / name
    program.parent.mkdir(exist_ok=True)
    program.write_text(f"#!{sys.executable}\n{script}")
    program.chmod(0o755)


def test_scores_stand_on_the_board_as_the_model_gives_them(models: Path, settings: Any, test_set: TestSet) -> None:
    settings.NEURAL_PROGRAMS = str(program_folder())
    make_model(models / "mean of words")
    run(request(test_set, "mean of words"), compute_neural_scores)
    board = read_board(test_set)
    assert [(head.name, head.is_error) for head in board.heads] == [("mean of words", False)]
    segments = dict(test_set.segments.values_list("number", "source"))
    references = {
        number: each[0] if each else "" for number, each in test_set.segments.values_list("number", "references")
    }
    for score in TranslationScore.objects.select_related("translation"):
        assert "|model:" in score.signature
        stored = [each for part in SegmentValues.objects.filter(translation=score.translation) for each in part.scores]
        texts = dict(Hypothesis.objects.filter(translation=score.translation).values_list("number", "text"))
        for number, found in enumerate(stored, 1):
            if not references[number] or not texts[number]:
                continue
            expected = score_by_hand(segments[number], texts[number], references[number])
            assert found == pytest.approx(expected, abs=1e-5)
        has_score = [bool(references[number] and texts[number]) for number in sorted(segments)]
        assert [found is not None for found in stored] == has_score
    with pytest.raises(DomainError, match="All systems have scores of mean of words"):
        run(request(test_set, "mean of words"), compute_neural_scores)


def test_a_checkpoint_is_scored_by_the_command_of_its_own_toolkit(models: Path, test_set: TestSet) -> None:
    """comet-score itself needs PyTorch: here its arguments and its JSON, with errors, are those of version 2.2.7."""
    (models / "xcomet" / "checkpoints").mkdir(parents=True)
    (models / "xcomet" / "checkpoints" / "model.ckpt").write_bytes(b"weights")
    script = """
import argparse, json
parser = argparse.ArgumentParser()
for short, long in (("-s", "--sources"), ("-r", "--references"), ("--model", "--model"), ("--to_json", "--to_json"),
                    ("--gpus", "--gpus")):
    parser.add_argument(short, long, required=True)
parser.add_argument("-t", "--translations", nargs="*")
parser.add_argument("--quiet", action="store_true")
given = parser.parse_args()
assert given.gpus == "0" and open(given.model).read() == "weights"
count = len(open(given.references).readlines())
rows = lambda path: [{"mt": line.rstrip(), "COMET": len(line) / 100,
                      "errors": [{"start": 0, "end": 2, "severity": "major", "confidence": 0.5}]}
                     for line in open(path)]
json.dump({path: rows(path) for path in given.translations}, open(given.to_json, "w"))
"""
    write_program(models, "comet-score", script)
    run(request(test_set, "xcomet"), compute_neural_scores)
    values = SegmentValues.objects.filter(translation__system__name="system one").get().values
    assert any(isinstance(each, dict) and each["errors"][0][2:] == ["major", 0.5] for each in values)
    assert read_board(test_set).heads[0].name == "xcomet"


@pytest.mark.parametrize(
    ("script", "sentence"),
    [
        ("import sys; sys.exit('out of memory')", "onnx-score failed: out of memory"),
        (
            "import sys; open(sys.argv[sys.argv.index('--to-json') + 1], 'w').write('{}')",
            "The file is not that of comet-score",
        ),
    ],
)
def test_a_program_that_fails_stores_nothing(models: Path, test_set: TestSet, script: str, sentence: str) -> None:
    make_model(models / "mean")
    write_program(models, "onnx-score", script)
    with pytest.raises(DomainError, match=sentence):
        run(request(test_set, "mean"), compute_neural_scores)
    assert not TranslationScore.objects.exists()


def test_only_models_that_can_be_used_are_offered(models: Path, test_set: TestSet) -> None:
    client = Client()
    client.force_login(test_set.project.created_by)
    page = reverse("evaluation:neural_scores_new", args=[test_set.project.slug, test_set.pk])
    listed = reverse("api:neural-scores", args=[test_set.project.slug, test_set.pk])
    make_model(models / "mean")
    (models / "notes").mkdir()
    assert "No neural model is installed" in client.get(page).content.decode()
    assert client.get(listed).json() == {"models": []}
    write_program(models, "onnx-score", "")
    assert client.get(listed).json() == {"models": ["mean"]}
    answer = client.post(page, {"model": "mean", "request_id": str(uuid4())})
    assert answer.status_code == 302
    assert Job.objects.get(kind="neural_scores").parameters == {"test_set": test_set.pk, "model": "mean"}
    refused = client.post(listed, json.dumps({"model": "other", "request_id": str(uuid4())}), "application/json")
    assert "is not installed on this site" in refused.json()["detail"]
