"""Requests for experiments, and for storing what their systems translate."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Job, Upload
from annotation_site.jobs.services import request_job
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.models import System
from evaluation.experiments.configuration import (
    BACK_TRANSLATION,
    DICTIONARY,
    MARKING_VARIANTS,
    VARIANTS,
    Configuration,
    check_seeds,
    list_systems,
)
from evaluation.experiments.jobs.preparing import MARKED
from evaluation.experiments.models import Experiment, TrainedSystem
from evaluation.experiments.toolkits import TOOLKITS, Sockeye
from evaluation.finding.models import Finding
from evaluation.projects.job_names import EXPERIMENT_JOB
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.services import require_name
from evaluation.training_text.jobs.texts import NOT_REJECTED, VERDICTS
from evaluation.translations.services import add_translations

LONGEST_NAME = 80
MOST_TEST_SETS = 10
FOUND = "found"
PROVENANCE = ("experiment", "toolkit", "version", "device", "machine", "seconds", "finished")
LONGEST_VALUE = 200


@transaction.atomic
def request_experiment(
    *,
    user: User,
    project: Project,
    name: str,
    finding: Finding,
    test_sets: Sequence[TestSet],
    variants: Sequence[str],
    seeds: Sequence[int],
    configuration: Configuration,
    toolkit: str = Sockeye.name,
    hits: str = NOT_REJECTED,
    test_expressions: str = FOUND,
    data_seed: int = 0,
    dictionary: Upload | None = None,
    back_translated: Sequence[Upload] = (),
    request_id: UUID,
) -> Job:
    """Queue the making of an experiment's archive.

    Raise DomainError if the text is not parallel or was searched on its target side, or if a variant lacks its data.
    """
    require(can_manage, user, project)
    name = require_name(name, "experiment")
    if len(name) > LONGEST_NAME:
        raise DomainError(f"The experiment's name is longer than {LONGEST_NAME} characters.")
    if project.experiments.filter(name=name).exists():
        raise DomainError(f"There is already an experiment called {name}. Choose another name.")
    chosen = _require_variants(variants, dictionary, back_translated)
    _require_text(project, finding, test_sets, chosen)
    if toolkit not in TOOLKITS or hits not in VERDICTS or test_expressions not in (FOUND, MARKED):
        raise DomainError("The settings of the experiment are not valid.")
    try:
        check_seeds([*seeds])
    except ValueError as error:
        raise DomainError(str(error)) from error
    return request_job(
        user=user,
        project=project,
        kind=EXPERIMENT_JOB,
        idempotency_key=str(request_id),
        parameters={
            "name": name,
            "finding": finding.pk,
            "test_sets": [test_set.pk for test_set in test_sets],
            "variants": chosen,
            "seeds": [*seeds],
            "configuration": configuration.to_json(),
            "toolkit": toolkit,
            "hits": hits,
            "test_expressions": test_expressions,
            "data_seed": data_seed,
            "dictionary": dictionary,
            "back_translated": list(back_translated),
        },
    )


def _require_variants(
    variants: Sequence[str], dictionary: Upload | None, back_translated: Sequence[Upload]
) -> list[str]:
    if unknown := [variant for variant in variants if variant not in VARIANTS]:
        raise DomainError(f"Unknown variants: {', '.join(unknown)}. Choose from {', '.join(VARIANTS)}.")
    if not variants:
        raise DomainError("Choose at least one variant.")
    if (DICTIONARY in variants) != (dictionary is not None):
        raise DomainError("The variant with a dictionary needs a dictionary, and only this variant uses one.")
    if len(back_translated) != (2 if BACK_TRANSLATION in variants else 0):
        raise DomainError("The variant with back-translation, and only this one, needs two line-aligned files.")
    return [variant for variant in VARIANTS if variant in variants]


def _require_text(project: Project, finding: Finding, test_sets: Sequence[TestSet], variants: Sequence[str]) -> None:
    if finding.project_id != project.pk or any(test_set.project_id != project.pk for test_set in test_sets):
        raise DomainError("The search or a test set does not belong to this project.")
    if not 1 <= len({test_set.pk for test_set in test_sets}) <= MOST_TEST_SETS:
        raise DomainError(f"Choose 1 to {MOST_TEST_SETS} test sets.")
    if not finding.is_parallel or finding.side == Finding.Side.TARGET:
        raise DomainError("Choose a search on the source side of a parallel text.")
    if not finding.hit_count and any(variant in MARKING_VARIANTS for variant in variants):
        raise DomainError("This search found no expressions, so no variant can mark them. Choose another search.")


@transaction.atomic
def add_outputs(
    *,
    user: User,
    experiment: Experiment,
    variant: str,
    seed: int,
    test_set: TestSet,
    upload: Upload,
    provenance: Mapping[str, Any],
) -> Job:
    """Queue the import of a system's translations of one test set, and store where they come from; the same file again
    returns the same job.

    Raise DomainError if the provenance names another archive.
    """
    require(can_manage, user, experiment.project)
    complete_systems(experiment)
    trained = experiment.trained.filter(variant=variant, seed=seed).first()
    if trained is None:
        raise DomainError(f"This experiment has no system {variant} with seed {seed}.")
    if not experiment.test_sets.filter(pk=test_set.pk).exists():
        raise DomainError("This experiment does not translate this test set.")
    known = _require_provenance(experiment, provenance)
    system = name_system(user, trained)
    trained.system, trained.provenance = system, {**known, "trained": "elsewhere"}
    trained.save(update_fields=["system", "provenance"])
    with upload.file.open("rb") as file:
        return add_translations(
            user=user,
            project=experiment.project,
            test_set=test_set,
            files=[(f"{trained}.txt", file)],
            name=system.name,
            pattern=RUN_PATTERN,
        )


def complete_systems(experiment: Experiment) -> None:
    """Create the rows that the experiment lacks: that of a system which was deleted, with its provenance."""
    made = experiment.job.result
    TrainedSystem.objects.bulk_create(
        (
            TrainedSystem(experiment=experiment, variant=system.variant, seed=system.seed)
            for system in list_systems(made["variants"], made["seeds"])
        ),
        ignore_conflicts=True,
    )


RUN_PATTERN = "{system}.seed{run}"


def name_system(user: User, trained: TrainedSystem) -> System:
    """Return the system of the project that has the translations, a run of its variant."""
    if trained.system:
        return trained.system
    variant = f"{trained.experiment.name} {trained.variant}"
    system, _ = System.objects.get_or_create(
        project=trained.experiment.project,
        name=f"{variant}.seed{trained.seed}",
        defaults={"created_by": user, "run_of": variant},
    )
    return system


def _require_provenance(experiment: Experiment, provenance: Mapping[str, Any]) -> dict[str, Any]:
    """Return the known entries; raise DomainError for values that are no short text or number."""
    if provenance.get("experiment") != experiment.description_sha256:
        raise DomainError(
            "These outputs were made by another archive: the SHA-256 of its experiment.json differs. "
            "Download the archive of this experiment again."
        )
    known = {name: provenance[name] for name in PROVENANCE if name in provenance}
    for name, value in known.items():
        if not isinstance(value, (str, int, float)) or len(str(value)) > LONGEST_VALUE:
            raise DomainError(f"The provenance has an invalid value of {name}.")
    return known
