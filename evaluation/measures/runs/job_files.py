"""The files that a measures job was given, and lemmas of its languages."""

from __future__ import annotations

from annotation_site.jobs.models import Job, Upload
from annotation_site.web.exceptions import DomainError
from evaluation.metrics.words import Lemmatise, lemmatiser


def find_lemmas(language: str) -> Lemmatise:
    """DomainError where there are none."""
    try:
        return lemmatiser(language)
    except ValueError as error:
        raise DomainError(str(error)) from error


def find_uploads(job: Job, part: str) -> list[Upload]:
    """Those of one part, in the order they were handed in."""
    return list(
        Upload.objects.filter(project=job.project, pk__in=job.parameters["uploads"].get(part, [])).order_by("pk")
    )
