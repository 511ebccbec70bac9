"""Preparation of measures from a job's files, copied to this machine, and from the operator's WordNet."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from django.conf import settings

from alignment.formats import FormatError
from annotation_site.jobs.files import local_copies
from annotation_site.jobs.models import Job
from annotation_site.web.exceptions import DomainError
from evaluation.measures.base import Measure
from evaluation.measures.jobs.keys import list_parts
from evaluation.measures.segments import Given
from evaluation.measures.words import is_english
from evaluation.metrics.tesla import wordnet


def prepare(measure: Measure[Any], job: Job, given: Given) -> Any:
    """Return the prepared measure; raise DomainError, with a sentence that names the upload, if one cannot be used."""
    uploads = {
        f"{part}-{index}": pk
        for part in list_parts(measure)
        for index, pk in enumerate(sorted(job.parameters["uploads"].get(part, ())))
    }
    with local_copies(job.project, uploads) as paths:
        files: dict[str, list[str]] = {}
        for name, path in paths.items():
            files.setdefault(name.rpartition("-")[0], []).append(path)
        try:
            return measure.prepare(replace(given, files=files))
        except ValueError as error:
            raise DomainError(str(error)) from error


def has_wordnet(language: str) -> bool:
    """Return whether there is a WordNet of the language in the operator's folder now."""
    folder = settings.WORDNET_FOLDER
    return bool(folder) and is_english(language) and Path(folder, "index.noun").is_file()


def read_wordnet() -> wordnet.WordNet:
    """Return the WordNet in the folder that the operator configured."""
    return _load_wordnet(settings.WORDNET_FOLDER)


@lru_cache(maxsize=1)
def _load_wordnet(folder: str) -> wordnet.WordNet:
    """Read WordNet once per worker: this takes longer than most chunks."""
    try:
        return wordnet.read_wordnet(folder)
    except FormatError as error:
        raise DomainError(f"WordNet cannot be read on this worker: {error}") from error
