"""Figures of annotators as pages, files and the API show them, and what excluding some of them would change."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from annotation_site.annotator_quality.kinds import (
    AnnotatorQuality,
    AnnotatorRow,
    FigureChange,
    Rule,
    Selection,
    find_reasons,
)
from annotation_site.exclusions.queries import find_excluded
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Project
from annotation_site.projects.queries import list_annotators

CHUNK = 200


def find_quality(project: Project) -> AnnotatorQuality[Any]:
    """Return the declaration of annotator quality of the project's kind, which has one."""
    quality = find_kind(project.kind).quality
    assert quality is not None, project.kind
    return quality


def read_in_chunks(quality: AnnotatorQuality[Any], selection: Selection) -> Iterator[Any]:
    """Yield the rows of all annotators of a selection, some of them at a time."""
    for start in range(0, len(selection.annotators), CHUNK):
        yield from quality.read_rows(replace(selection, annotators=selection.annotators[start : start + CHUNK]))


@dataclass(frozen=True, slots=True)
class SuggestedAnnotator:
    """An annotator whom a rule suggests for exclusion, with the reasons."""

    row: AnnotatorRow
    items: int
    reasons: Sequence[str]


@dataclass(frozen=True, slots=True)
class ExclusionPreview:
    """Those whom a rule suggests, worst first; their work together and that of all; figures with and without them."""

    suggested: Sequence[SuggestedAnnotator]
    items: int
    of_items: int
    changes: Sequence[FigureChange]


def preview_exclusions(
    quality: AnnotatorQuality[Any], project: Project, rule: Rule, *, without_person: int | None = None
) -> ExclusionPreview:
    """Return the preview of a rule, in which neither excluded annotators nor the person's own work occur."""
    criteria = quality.list_criteria(project)
    annotators = list_annotators(project).exclude(user=without_person).exclude(pk__in=find_excluded(project))
    limits = {limit.name: limit.default for limit in quality.limits}
    rows = quality.read_rows_to_exclude(Selection(project, list(annotators), limits=limits))
    suggested = []
    for row in quality.sort(rows):
        if reasons := find_reasons(criteria, row, rule):
            suggested.append(SuggestedAnnotator(row, quality.count_items(row), reasons))
    names = [one.row.annotator.pseudonym for one in suggested]
    return ExclusionPreview(
        suggested,
        sum(one.items for one in suggested),
        quality.count_all_items(project),
        quality.compare_figures(project, names),
    )
