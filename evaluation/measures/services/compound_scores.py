"""Compound scores of another project: the choice of a source, and a copy of its current scores."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.core.files.base import ContentFile

from annotation_site.accounts.models import User
from annotation_site.jobs.models import Upload
from annotation_site.jobs.uploads import Keep
from annotation_site.projects.models import Project
from annotation_site.tables.cells import write_csv
from annotation_site.web.exceptions import DomainError
from evaluation.sources.compositionality import ScoreSource, find_score_sources, read_compositionality


def choose_scores(user: User, project: Project, kind: str, predictors: Sequence[str] = ()) -> ScoreSource:
    """Return the project's scores of that kind by these predictors; raise DomainError unless just one source fits."""
    sources = [source for source in find_score_sources(user) if source.project == project and source.kind == kind]
    if predictors:
        sources = [source for source in sources if _predictor_names(source) == set(predictors)]
    if not sources:
        raise DomainError(f"{project} has no such compound scores. Check its predictors.")
    if len(sources) > 1:
        raise DomainError(f"{project} has several such scores. Choose the predictors.")
    return sources[0]


def _predictor_names(source: ScoreSource) -> set[str]:
    return {predictor.name for predictor in source.predictors}


def keep_scores(user: User, source: ScoreSource, keep: Keep) -> Upload:
    """Store a copy of the scores, from 0 to 1, so that results can be reproduced after ratings or predictors change."""
    if source.code not in {source_seen.code for source_seen in find_score_sources(user)}:
        raise DomainError("There are no such compound scores in projects with results that you can see.")
    scores = read_compositionality(source)
    if not scores:
        raise DomainError(f"{source.project} has no such compound scores yet.")
    rows: list[tuple[Any, ...]] = [("compound", "compositionality")]
    rows += [(text, repr(score)) for text, score in sorted(scores.items()) if len(text.split()) > 1]
    content = ContentFile("".join(write_csv(rows)).encode())
    return keep(content, f"compounds of {source.project.slug}.csv")
