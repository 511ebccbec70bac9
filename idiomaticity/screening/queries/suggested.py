"""Annotators whom a rule suggests for exclusion, with what their exclusion would change."""

from collections.abc import Sequence
from dataclasses import dataclass

from annotation_site.projects.models import Project
from annotation_site.projects.queries import list_annotators
from idiomaticity.results.queries.rows import read_score_table
from idiomaticity.screening.annotator_quality import USUAL
from idiomaticity.screening.exclusion_rules import AlphaChange, Rule, compare_alpha, find_reasons
from idiomaticity.screening.queries.annotator_quality import (
    CHUNK,
    AnnotatorQuality,
    read_annotator_qualities,
    sort_worst_first,
)
from idiomaticity.screening.queries.competence import find_competence


@dataclass(frozen=True, slots=True)
class Suggested:
    """An annotator with the reasons for their exclusion."""

    quality: AnnotatorQuality
    reasons: Sequence[str]


@dataclass(frozen=True, slots=True)
class ExclusionPreview:
    """Those whom a rule suggests, worst first, their ratings together, and alpha with and without them."""

    suggested: Sequence[Suggested]
    ratings: int
    of_ratings: int
    alpha: Sequence[AlphaChange]


def preview_exclusions(project: Project, rule: Rule, *, without_person: int | None = None) -> ExclusionPreview:
    """Return the preview of a rule, in which neither excluded annotators nor the person's own work occur."""
    report = find_competence(project)
    competence = {each.annotator: each.competence for each in report.raters} if report else {}
    annotators = list(list_annotators(project).exclude(user=without_person))
    rows = [
        row
        for start in range(0, len(annotators), CHUNK)
        for row in read_annotator_qualities(project, annotators[start : start + CHUNK], USUAL)
        if row.exclusion is None
    ]
    found = [Suggested(row, _explain(row, competence, rule)) for row in sort_worst_first(rows)]
    suggested = [each for each in found if each.reasons]
    names = [each.quality.annotator.pseudonym for each in suggested]
    table = read_score_table(project)
    ratings = sum(each.quality.habits.ratings for each in suggested)
    return ExclusionPreview(suggested, ratings, len(table), compare_alpha(table, names))


def _explain(row: AnnotatorQuality, competence: dict[str, float | None], rule: Rule) -> list[str]:
    return find_reasons(row.habits, row.flags, competence.get(row.annotator.pseudonym), rule)
