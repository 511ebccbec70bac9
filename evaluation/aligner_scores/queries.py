"""Reads of scores: the board of a release, jobs under way, and scores for the API."""

from collections.abc import Iterable
from typing import Any

from django.db.models import F, Max, QuerySet

from annotation_site.jobs.models import Job
from annotation_site.jobs.queries import find_at_work
from annotation_site.projects.models import Project
from annotation_site.releases.models import Release
from evaluation.aligner_scores.models import MEASURE, Score
from evaluation.projects.job_names import ALIGNER_JOB, SCORE_JOB

FIGURES = ("aer", "precision", "recall", "f")


def board(release: Release) -> QuerySet[Score]:
    """Return scores against one release, best first, with figures but without the long lists of errors; of each system
    that of its latest file, so that a wrong one can be replaced.
    """
    scored = Score.objects.filter(output__release=release, measure=MEASURE)
    latest = scored.order_by().values("output__system").annotate(latest=Max("job")).values("latest")
    scores = Score.objects.filter(job__in=latest)
    figures = {name: F(f"result__{name}") for name in (*FIGURES, "n", "interval")}
    return (
        scores.annotate(**figures)
        .defer("result")
        .select_related("output__system", "output__upload")
        .order_by("aer", "pk")
    )


def find_later(score: Score) -> Score | None:
    """Return the score that stands on the board instead, of a later file of the same system, or None."""
    others = Score.objects.filter(output__system=score.output.system, output__release=score.output.release)
    later: Score | None = others.filter(measure=score.measure, job__gt=score.job_id).order_by("-job_id").first()
    return later


def read_resampled(scores: Iterable[Score]) -> dict[int, dict[str, list[float | None]]]:
    """Return each figure of scores in every resample of pairs, which are the same for all scores of a release."""
    loaded = Score.objects.filter(pk__in=[score.pk for score in scores])
    return {pk: resampled or {} for pk, resampled in loaded.values_list("pk", "result__resampled")}


def jobs_of_board(project: Project, release: Release) -> QuerySet[Job]:
    """Return scoring jobs at work (`find_at_work`)."""
    return find_at_work(project, [SCORE_JOB, ALIGNER_JOB]).filter(parameters__release=release.pk)


def score_to_json(score: Score) -> dict[str, Any]:
    """Return a score with its inputs and signature, without errors by pair; undefined figures are null with their
    reason.
    """
    output = score.output
    figures = {key: value for key, value in score.result.items() if key not in ("worst", "resampled")}
    return {
        "id": score.pk,
        "system": output.system.name,
        "release": output.release.number,
        "measure": score.measure,
        "format": output.format,
        "base": output.base,
        "is_reversed": output.is_reversed,
        "file": {"name": output.upload.name, "sha256": output.upload.sha256},
        **figures,
        "signature": score.signature,
        "created_at": score.created_at,
    }
