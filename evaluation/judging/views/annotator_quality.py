"""Annotators of a judging round in one table, one annotator in every judging round, and exclusion of annotators."""

from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.exclusions.queries import read_switch
from annotation_site.exclusions.views import exclusion_context
from annotation_site.languages.voices import translated
from annotation_site.projects.abilities import can_manage, can_see_annotator_quality, own_membership
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.projects.views.annotators import find_annotator
from annotation_site.tables.cells import list_cells, write_csv
from annotation_site.web.access import SignedInRequest
from evaluation.judging.figures.annotator_quality import LOW_SHARE, TOLERANCE
from evaluation.judging.models import JudgingRound
from evaluation.judging.queries.annotator_quality import (
    NAMES,
    describe_judge,
    read_judge,
    read_judging_annotator_quality,
    read_own_pace,
)
from evaluation.projects.access import admits

TAB = "evaluation:judging_rounds"


@require_safe
@never_cache
@admits(can_manage)
def judging_annotator_quality(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show the judging round's annotators, lowest correlation with the others first."""
    project, found = _open(request, number)
    switch = read_switch(project, request.GET)
    rows = read_judging_annotator_quality(found, with_excluded=switch.with_excluded)
    has_references = any(row.found.references for row in rows)
    has_attention = found.attention_share > 0
    context = {
        **project_context(request.user, project, TAB),
        "page_name": "Annotator quality",
        "judging_round": found,
        "rows": rows,
        "own": _own(request, project),
        "switch": switch,
        "has_references": has_references,
        "has_attention": has_attention,
        "hidden_columns": 5 + has_references + has_attention,
        "tolerance": TOLERANCE[found.method],
        "low_share": LOW_SHARE,
    }
    return render(request, "evaluation/judging/judging_annotator_quality.html", context)


@require_safe
@admits(can_manage)
def judging_annotator_quality_table(request: SignedInRequest, slug: str, number: int) -> StreamingHttpResponse:
    """Send the table as a file, with pseudonyms."""
    project, found = _open(request, number)
    own = _own(request, project)
    rows = read_judging_annotator_quality(found, with_excluded=read_switch(project, request.GET).with_excluded)
    told = (describe_judge(row, is_own=row.annotator.pk in own) for row in rows)
    lines: list[list[object]] = [list(NAMES), *(list_cells(each, NAMES) for each in told)]
    answer = StreamingHttpResponse(write_csv(lines), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-{number}-annotator-quality.csv"'
    return answer


@require_safe
@never_cache
@admits(can_see_annotator_quality)
@translated
def judging_annotator_quality_detail(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show one annotator in every judging round; to annotators themselves only number and pace."""
    project, annotator, is_own = find_annotator(request.user, request.project, pk)
    listed = project.judging_rounds.order_by("-number")
    judging_rounds: list[dict[str, Any]]
    if is_own:
        paces = read_own_pace(annotator)
        judging_rounds = [{"judging_round": each, "habits": paces[each.pk]} for each in listed if each.pk in paces]
    else:
        found = ((each, read_judge(each, annotator)) for each in listed)
        judging_rounds = [
            {"judging_round": each, "row": row, "habits": row.found.habits} for each, row in found if row is not None
        ]
    context = {
        **project_context(
            request.user, project, TAB if can_manage(request.user, project) else "evaluation:assignments"
        ),
        "page_name": _("Annotator {letter}").format(letter=annotator.pseudonym),
        "each": annotator,
        "judging_rounds": judging_rounds,
        "is_own": is_own,
        **(exclusion_context(annotator) if can_manage(request.user, project) else {}),
    }
    return render(request, "evaluation/judging/judging_annotator_quality_detail.html", context)


def _open(request: SignedInRequest, number: int) -> tuple[Project, JudgingRound]:
    project = request.project
    return project, get_object_or_404(project.judging_rounds.select_related("project"), number=number)


def _own(request: SignedInRequest, project: Project) -> set[int]:
    return set(own_membership(request.user, project).values_list("pk", flat=True))
