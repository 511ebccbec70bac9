"""Translations of an experiment's systems come back with where they were made."""

from typing import Any

import pytest

from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.models import System
from evaluation.experiments.configuration import FACTORS
from evaluation.experiments.models import Experiment
from evaluation.experiments.services import add_outputs
from evaluation.imports.jobs.translations import take_translations
from tests.evaluation.experiments.making import REFERENCES, make_experiment, make_tested
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.translated import keep, run

pytestmark = pytest.mark.django_db
OUTPUT = "".join(f"{line}\n" for line in REFERENCES)


@pytest.fixture
def experiment() -> Experiment:
    return make_experiment(make_evaluation_project(), seeds=[1, 2])


def send(experiment: Experiment, text: str = OUTPUT, **more: object):
    project: Project = experiment.project
    known = {"experiment": experiment.description_sha256, "toolkit": "sockeye", "version": "3.1.34", "seconds": 81}
    asked: dict[str, object] = {
        "variant": FACTORS,
        "seed": 1,
        "test_set": experiment.test_sets.get(),
        "upload": keep(project, "out.txt", text),
        "provenance": {**known, "shell": "sh"},
        **more,
    }
    return add_outputs(user=project.created_by, experiment=experiment, **asked)  # type: ignore[arg-type]


def test_seeds_of_a_variant_are_runs_of_one_system_with_their_provenance(experiment: Experiment) -> None:
    for seed in (1, 2):
        run(send(experiment, seed=seed), take_translations)
    systems = System.objects.filter(project=experiment.project)
    assert [(system.name, system.run_of) for system in systems] == [
        (f"Small factors.seed{seed}", "Small factors") for seed in (1, 2)
    ]
    trained = experiment.trained.get(variant=FACTORS, seed=1)
    assert trained.system == systems[0]
    [translation] = systems[0].translations.all()
    assert list(translation.hypotheses.values_list("text", flat=True)) == REFERENCES
    assert trained.provenance == {
        "experiment": experiment.description_sha256,
        "toolkit": "sockeye",
        "version": "3.1.34",
        "seconds": 81,
        "trained": "elsewhere",
    }


def test_the_same_file_again_is_the_same_job(experiment: Experiment) -> None:
    job = run(send(experiment), take_translations)
    assert send(experiment) == job


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"seed": 3}, "This experiment has no system factors with seed 3."),
        ({"provenance": {}}, "These outputs were made by another archive"),
    ],
)
def test_outputs_of_another_experiment_are_refused(
    experiment: Experiment, asked: dict[str, object], sentence: str
) -> None:
    with pytest.raises(DomainError, match=sentence):
        send(experiment, **asked)
    assert not System.objects.filter(project=experiment.project).exists()


def test_outputs_that_are_refused_leave_no_system_and_no_provenance(experiment: Experiment, settings: Any) -> None:
    upload = keep(experiment.project, "out.txt", OUTPUT)
    settings.UPLOAD_LIMIT_BYTES = 1
    with pytest.raises(DomainError, match="larger than"):
        send(experiment, upload=upload)
    assert not System.objects.filter(project=experiment.project).exists()
    trained = experiment.trained.get(variant=FACTORS, seed=1)
    assert (trained.system, trained.provenance) == (None, {})


def test_another_test_set_is_refused(experiment: Experiment) -> None:
    other = make_tested(experiment.project, name="Another")
    with pytest.raises(DomainError, match="does not translate this test set"):
        send(experiment, test_set=other)


@pytest.mark.parametrize("value", [["a"], "x" * 201])
def test_provenance_of_any_other_shape_is_refused(experiment: Experiment, value: object) -> None:
    given = {"experiment": experiment.description_sha256, "machine": value}
    with pytest.raises(DomainError, match="invalid value of machine"):
        send(experiment, provenance=given)
