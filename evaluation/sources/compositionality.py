"""Compositionality of compounds, as rated by people or estimated from a corpus or translations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, get_args

from django.db.models import Q, QuerySet

from annotation_site.accounts.models import User
from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.models import Project
from expressions.categories.compositionality import (
    COMPOSITIONAL,
    HIGHEST_MEAN,
    IDIOMATIC,
    LOWEST_MEAN,
    PARTLY,
    ClassedExpression,
)
from idiomaticity.predictors.formulas import mean_of_both
from idiomaticity.predictors.models import CompoundPrediction, Predictor
from idiomaticity.results.queries.results import read_scores

ScoreKind = Literal["people", "ds", "ss", "ss_ds"]
SCORE_KINDS: tuple[ScoreKind, ...] = get_args(ScoreKind)
_NAMES: Mapping[ScoreKind, str] = {"people": "human ratings", "ds": "DS", "ss": "SS", "ss_ds": "SS+DS"}


@dataclass(frozen=True, slots=True)
class ScoreSource:
    """Scores of a project's compounds: people's, or those of predictors. Two predictors are translations and a corpus,
    whose SS and DS are put together here."""

    project: Project
    kind: ScoreKind = "people"
    predictors: tuple[Predictor, ...] = ()

    @property
    def code(self) -> str:
        """Return the source as a form sends it."""
        return "-".join([str(self.project.pk), self.kind, *(str(predictor.pk) for predictor in self.predictors)])

    @property
    def label(self) -> str:
        """Return the source as a form shows it, below the project."""
        names = " and ".join(predictor.name for predictor in self.predictors)
        if len(self.predictors) > 1:
            return f"{_NAMES[self.kind]}, the mean of {names}"
        return f"{_NAMES[self.kind]} of {names}" if names else _NAMES[self.kind]

    @property
    def origin(self) -> str:
        """Return the kind and the files of the scores, for signatures."""
        files = "+".join(file["sha256"][:12] for predictor in self.predictors for file in predictor.files)
        kind = self.kind.replace("_", "+") + ("-mean" if len(self.predictors) > 1 else "")
        return f"{kind}-{files}" if files else kind


def find_compound_projects(user: User, language: str = "") -> QuerySet[Project]:
    """Return compositionality projects whose results the user may see; with a language, those in it in any region."""
    projects = Project.objects.filter(pk__in=can_see_results.projects_of(user))
    compound_projects = projects.filter(kind=Project.Kind.IDIOMATICITY).order_by("name")
    base = language.partition("-")[0]
    in_language = Q(idiomaticity__language__iexact=base) | Q(idiomaticity__language__istartswith=f"{base}-")
    return compound_projects.filter(in_language) if language else compound_projects


def find_score_sources(user: User) -> list[ScoreSource]:
    """Return everything that the user can take scores of compounds from, project by project."""
    projects = {project.pk: project for project in find_compound_projects(user)}
    predictors = Predictor.objects.filter(
        project__in=projects, source__in=[Predictor.Source.CORPUS, Predictor.Source.TRANSLATIONS]
    )
    by_project: dict[int, list[Predictor]] = {}
    for predictor in predictors.order_by("pk").defer("cells", "cells_with_excluded"):
        by_project.setdefault(predictor.project_id, []).append(predictor)
    sources: list[ScoreSource] = []
    for key, project in projects.items():
        sources += [ScoreSource(project), *_list_predictors(project, by_project.get(key, []))]
    return sources


def _list_predictors(project: Project, predictors: list[Predictor]) -> Iterator[ScoreSource]:
    corpora = [predictor for predictor in predictors if predictor.source == Predictor.Source.CORPUS]
    translations = [predictor for predictor in predictors if predictor.source == Predictor.Source.TRANSLATIONS]
    for corpus in corpora:
        yield ScoreSource(project, "ds", (corpus,))
    for translation in translations:
        yield ScoreSource(project, "ss", (translation,))
        if translation.options.get("corpus"):
            yield ScoreSource(project, "ss_ds", (translation,))
        for corpus in corpora:
            if translation.options.get("corpus") != corpus.pk:
                yield ScoreSource(project, "ss_ds", (translation, corpus))


def read_compositionality(source: ScoreSource) -> dict[str, float]:
    """Return the scores of compounds, in lower case, from 0 to 1.

    People's scores are the mean of the ratings in sentences, otherwise at type level.
    """
    if source.kind == "people":
        scores = _load_mean_ratings(source.project)
    elif len(source.predictors) > 1:
        translations, corpus = source.predictors
        ds, ss = _load_predictions(corpus, "ds"), _load_predictions(translations, "ss")
        both = {text: mean_of_both(score, ds.get(text)) for text, score in ss.items()}
        scores = {text: score for text, score in both.items() if score is not None}
    else:
        scores = _load_predictions(source.predictors[0], source.kind)
    # A cosine may leave 0 to 1 by a rounding.
    return {" ".join(text.lower().split()): min(1.0, max(0.0, score)) for text, score in scores.items()}


def _load_mean_ratings(project: Project) -> dict[str, float]:
    scores: dict[str, float] = {}
    scale = project.idiomaticity.score_scale
    for row in read_scores(project):
        score = row.score.token if row.score.token is not None else row.score.type
        if score is not None:
            scores[row.compound.text] = scale.normalise(score)
    return scores


def read_classed_compounds(project: Project) -> list[ClassedExpression]:
    """Return every compound with its class and the mean rating of the whole, converted to a scale from 0 to 5.

    The class is that of a decision, of experts who agree, or of the file, in this order; the mean is that in sentences,
    otherwise at type level.
    """
    scale = project.idiomaticity.score_scale
    names = {"NC": IDIOMATIC, "PC": PARTLY, "C": COMPOSITIONAL}
    return [
        ClassedExpression(
            row.compound.text,
            names.get(row.compound.compound_class, ""),
            None if mean is None else LOWEST_MEAN + scale.normalise(mean) * (HIGHEST_MEAN - LOWEST_MEAN),
        )
        for row in read_scores(project)
        for mean in [row.score.token if row.score.token is not None else row.score.type]
    ]


def _load_predictions(predictor: Predictor, measure: str) -> dict[str, float]:
    rows = CompoundPrediction.objects.filter(predictor=predictor, measure=measure)
    named = rows.values_list("compound__text", "value")
    return {text: value for text, value in named if value is not None}
