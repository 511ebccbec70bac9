"""Annotators of a judging round in one table, one annotator in every judging round, and exclusion of annotators."""

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.annotator_quality.columns import Heading, Table, make_table, name_annotator
from annotation_site.annotator_quality.files import answer_table
from annotation_site.exclusions.queries import read_switch
from annotation_site.exclusions.views import exclusion_context
from annotation_site.languages.locales import translated
from annotation_site.projects.abilities import can_manage, can_see_annotator_quality
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.navigation import project_context
from annotation_site.projects.views.annotators import find_annotator
from annotation_site.web.access import SignedInRequest
from evaluation.judging.figures.annotator_quality import LOW_SHARE, TOLERANCE
from evaluation.judging.models import JudgingRound
from evaluation.judging.queries.annotator_quality import (
    JudgingAnnotatorQuality,
    read_judge,
    read_judging_annotator_quality,
    read_own_pace,
)
from evaluation.judging.queries.columns import ATTENTION, COLUMNS, PACE_COLUMNS, REFERENCES
from evaluation.projects.access import admits

TAB = "evaluation:judging_rounds"


@require_safe
@never_cache
@admits(can_manage)
def judging_annotator_quality(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show the judging round's annotators, lowest correlation with the others first."""
    project, found = _open(request, number)
    switch = read_switch(project, request.GET)
    rows = read_judging_annotator_quality(found, with_excluded=switch.with_excluded, viewer=request.user.pk)
    has_references = any(row.found.references for row in rows)
    has_attention = found.attention_share > 0
    is_measured = {REFERENCES.title: has_references, ATTENTION.title: has_attention}
    context = {
        **project_context(request.user, project, TAB),
        "page_name": "Annotator quality",
        "judging_round": found,
        "table": make_table(
            [column for column in COLUMNS if is_measured.get(column.title, True)],
            rows,
            [_name_judge(slug, row) for row in rows],
            {place for place, row in enumerate(rows) if row.is_own},
        ),
        "switch": switch,
        "has_references": has_references,
        "has_attention": has_attention,
        "tolerance": TOLERANCE[found.method],
        "low_share": LOW_SHARE,
    }
    return render(request, "evaluation/judging/judging_annotator_quality.html", context)


@require_safe
@admits(can_manage)
def judging_annotator_quality_table(request: SignedInRequest, slug: str, number: int) -> StreamingHttpResponse:
    """Send the table as a file, with pseudonyms."""
    project, found = _open(request, number)
    with_excluded = read_switch(project, request.GET).with_excluded
    rows = read_judging_annotator_quality(found, with_excluded=with_excluded, viewer=request.user.pk)
    return answer_table(f"{slug}-{number}", COLUMNS, ((row, row.is_own) for row in rows))


@require_safe
@never_cache
@admits(can_see_annotator_quality)
@translated
def judging_annotator_quality_detail(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show one annotator in every judging round; to annotators themselves only number and pace."""
    project, annotator, is_own = find_annotator(request.user, request.project, pk)
    is_manager = can_manage(request.user, project)
    context = {
        **project_context(request.user, project, TAB if is_manager else "evaluation:assignments"),
        "page_name": _("Annotator {letter}").format(letter=annotator.pseudonym),
        "each": annotator,
        "table": _list_own_rounds(annotator, is_manager=is_manager) if is_own else _list_rounds(annotator),
        "is_own": is_own,
        **(exclusion_context(annotator) if is_manager else {}),
    }
    return render(request, "evaluation/judging/judging_annotator_quality_detail.html", context)


def _list_own_rounds(annotator: Membership, *, is_manager: bool) -> Table:
    paces = read_own_pace(annotator)
    rounds = [found for found in annotator.project.judging_rounds.order_by("-number") if found.pk in paces]
    headings = [_name_round(found, is_linked=is_manager) for found in rounds]
    return make_table(PACE_COLUMNS, [paces[found.pk] for found in rounds], headings)


def _list_rounds(annotator: Membership) -> Table:
    """Return the annotator's figures in every judging round, newest first."""
    rows, headings = [], []
    for found in annotator.project.judging_rounds.order_by("-number"):
        row = read_judge(found, annotator)
        if row is not None:
            rows.append(row)
            headings.append(_name_round(found, is_linked=True))
    return make_table(COLUMNS, rows, headings)


def _name_judge(slug: str, row: JudgingAnnotatorQuality) -> Heading:
    address = reverse("evaluation:judging_annotator_quality_detail", args=[slug, row.annotator.pk])
    return name_annotator(row.annotator, address, is_own=row.is_own)


def _name_round(found: JudgingRound, *, is_linked: bool) -> Heading:
    where = [found.project.slug, found.number]
    return Heading(found.name, reverse("evaluation:judging_annotator_quality", args=where) if is_linked else "")


def _open(request: SignedInRequest, number: int) -> tuple[Project, JudgingRound]:
    project = request.project
    return project, get_object_or_404(project.judging_rounds.select_related("project"), number=number)
