"""Experiments and their systems as pages and the API show them."""

from __future__ import annotations

from typing import IO, Any

from django.db.models import Count, Q, QuerySet

from annotation_site.jobs.models import Job
from annotation_site.jobs.queries import find_at_work
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from evaluation.experiments.models import Experiment, TrainedSystem
from evaluation.projects.job_names import EXPERIMENT_JOB


def list_experiments(project: Project) -> QuerySet[Experiment]:
    """Return the experiments of a project with the numbers of their systems, and of those with translations."""
    is_done = Q(trained__system__translations__isnull=False)
    experiments: QuerySet[Experiment] = (
        Experiment.objects.filter(project=project)
        .order_by("-pk")
        .select_related("job", "finding")
        .annotate(
            system_count=Count("trained", distinct=True), done_count=Count("trained", filter=is_done, distinct=True)
        )
    )
    return experiments


def jobs_of_experiments(project: Project) -> QuerySet[Job]:
    return find_at_work(project, [EXPERIMENT_JOB])


def list_trained(experiment: Experiment) -> list[TrainedSystem]:
    """Return the systems of an experiment with the numbers of test sets that they have translated."""
    return list(experiment.trained.select_related("system").annotate(translated_count=Count("system__translations")))


def describe_trained(trained: TrainedSystem) -> dict[str, Any]:
    """Return a system as the API shows it."""
    return {
        "variant": trained.variant,
        "seed": trained.seed,
        "system": trained.system.name if trained.system else "",
        "provenance": trained.provenance,
    }


def open_archive(experiment: Experiment) -> tuple[IO[bytes], str]:
    """Return the zip of an experiment and its name."""
    try:
        return experiment.archive.file.open("rb"), experiment.archive.name
    except FileNotFoundError as error:
        raise DomainError("The file is missing from storage. Contact the operator of this site.") from error
