"""The archive's own scripts with the real toolkit, and what comes back from them.

`make trainer` installs the toolkit; INTERLINEA_TRAINER names the folder of its commands.
"""

import json
import os
import subprocess
import zipfile
from pathlib import Path

import pytest
from django.conf import settings

from evaluation.experiments.configuration import BASELINE, FACTORS, SPACES
from evaluation.experiments.models import Experiment
from evaluation.experiments.services import add_outputs
from evaluation.experiments.toolkits import TOOLKITS
from evaluation.imports.jobs.translations import take_translations
from tests.evaluation.experiments.making import TINY, make_experiment
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.translated import keep, run

pytestmark = pytest.mark.django_db
TOOLKIT = TOOLKITS["sockeye"]


@pytest.fixture(autouse=True)
def toolkit() -> None:
    if not Path(settings.TRAINER_PROGRAMS, TOOLKIT.program).exists():
        pytest.skip(f"{TOOLKIT.program} is not in {settings.TRAINER_PROGRAMS}: make trainer")


def unpack(experiment: Experiment, folder: Path) -> None:
    with experiment.archive.file.open("rb") as file, zipfile.ZipFile(file) as archive:
        archive.extractall(folder)


def run_script(folder: Path) -> None:
    path = f"{settings.TRAINER_PROGRAMS}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(
        ["sh", "run.sh"],
        cwd=folder,
        check=True,
        capture_output=True,
        env={**os.environ, "PATH": path, "OMP_NUM_THREADS": "1"},
    )


def test_the_archive_trains_translates_and_comes_back(tmp_path: Path) -> None:
    experiment = make_experiment(make_evaluation_project())
    unpack(experiment, tmp_path)
    run_script(tmp_path)
    [test_set] = experiment.test_sets.all()
    for variant in (BASELINE, SPACES, FACTORS):
        provenance = json.loads((tmp_path / f"outputs/{variant}.seed1.json").read_text())
        assert (provenance["toolkit"], provenance["version"]) == ("sockeye", TOOLKIT.version)
        text = (tmp_path / f"outputs/{variant}.seed1.test-{test_set.pk}.txt").read_text()
        assert len(text.splitlines()) == test_set.segment_count
        assert "▁" not in text
        progress = TOOLKIT.read_progress((tmp_path / f"models/{variant}.seed1/metrics").read_text(), TINY)
        assert [checkpoint.step for checkpoint in progress] == [20, 40, 60]
        assert progress[-1].development < progress[0].development
        job = add_outputs(
            user=experiment.created_by,
            experiment=experiment,
            variant=variant,
            seed=1,
            test_set=test_set,
            upload=keep(experiment.project, f"{variant}.txt", text),
            provenance=provenance,
        )
        assert run(job, take_translations).result["missing"] == {}
    assert all(trained.system for trained in experiment.trained.all())


def test_equal_seeds_give_equal_translations_and_a_second_run_trains_nothing(tmp_path: Path) -> None:
    experiment = make_experiment(make_evaluation_project(), variants=[BASELINE])
    outputs = []
    for name in ("one", "two"):
        unpack(experiment, tmp_path / name)
        run_script(tmp_path / name)
        [output] = (tmp_path / name / "outputs").glob("*.txt")
        outputs.append(output.read_text())
    assert outputs[0] == outputs[1]
    metrics = tmp_path / "two/models/baseline.seed1/metrics"
    before = metrics.stat().st_mtime_ns
    run_script(tmp_path / "two")
    # As after a stop between training and translating.
    for path in (tmp_path / "two/outputs").iterdir():
        path.unlink()
    run_script(tmp_path / "two")
    assert metrics.stat().st_mtime_ns == before
    [output] = (tmp_path / "two/outputs").glob("*.txt")
    assert output.read_text() == outputs[0]
