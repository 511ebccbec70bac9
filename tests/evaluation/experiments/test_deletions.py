"""An experiment outlives its test set and its systems, and has them again when they are restored."""

import pytest

from annotation_site.closing.parts import find_part
from annotation_site.jobs.models import Job
from evaluation.aligner_scores.models import System
from evaluation.experiments.configuration import FACTORS
from evaluation.experiments.models import Experiment
from evaluation.experiments.services import add_outputs
from evaluation.imports.jobs.translations import take_translations
from tests.evaluation.deletions.deleting import delete, restore
from tests.evaluation.deletions.test_jobs import dump
from tests.evaluation.experiments.making import REFERENCES, make_experiment
from tests.evaluation.judgements import make_evaluation_project
from tests.evaluation.translated import keep, run

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def experiment() -> Experiment:
    experiment = make_experiment(make_evaluation_project())
    run(send(experiment), take_translations)
    return experiment


def send(experiment: Experiment) -> Job:
    return add_outputs(
        user=experiment.created_by,
        experiment=experiment,
        variant=FACTORS,
        seed=1,
        test_set=experiment.test_sets.get(),
        upload=keep(experiment.project, "out.txt", "".join(f"{line}\n" for line in REFERENCES)),
        provenance={"experiment": experiment.description_sha256},
    )


@pytest.mark.parametrize("name", ["test-set", "system"])
def test_what_an_experiment_names_can_be_deleted_and_restored(experiment: Experiment, name: str) -> None:
    project = experiment.project
    trained = experiment.trained.get(variant=FACTORS)
    assert trained.system is not None
    pk = experiment.test_sets.get().pk if name == "test-set" else trained.system.pk
    before = dump(project)
    deletion = delete(project, name, pk)
    part = find_part(name)
    assert part is not None
    assert not part.find(project).filter(pk=pk).exists()
    assert Experiment.objects.filter(pk=experiment.pk).exists()
    # Provenance goes with the system, and comes back with it.
    assert experiment.trained.filter(variant=FACTORS).exists() is (name == "test-set")
    job = restore(deletion)
    assert job.state == Job.State.SUCCEEDED, job.error
    assert {table: rows for table, rows in dump(project).items() if rows != before[table]} == {}


def test_outputs_of_a_deleted_system_can_be_sent_again(experiment: Experiment) -> None:
    trained = experiment.trained.get(variant=FACTORS)
    assert trained.system is not None
    delete(experiment.project, "system", trained.system.pk)
    send(experiment)
    assert System.objects.get(trained__variant=FACTORS).name == "Small factors.seed1"
