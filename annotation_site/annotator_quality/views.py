"""Annotator quality: every annotator in one table, one annotator, plots by week, and exclusion of several."""

from collections.abc import Sequence
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation_site.annotator_quality.columns import (
    Heading,
    Table,
    list_cells_of,
    make_table,
    name_annotator,
)
from annotation_site.annotator_quality.files import answer_table
from annotation_site.annotator_quality.forms import BulkExcludeForm, LimitsForm, RuleForm, UndoForm
from annotation_site.annotator_quality.kinds import AnnotatorQuality, Selection, describe_rule
from annotation_site.annotator_quality.plots import plot_weeks
from annotation_site.annotator_quality.queries import find_quality, preview_exclusions, read_in_chunks
from annotation_site.exclusions.queries import list_bulk_exclusions, read_switch
from annotation_site.exclusions.services import exclude_annotators, undo_exclusions
from annotation_site.exclusions.views import exclusion_context
from annotation_site.languages.locales import translated
from annotation_site.projects.abilities import can_manage, can_see_annotator_quality, own_membership
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Membership
from annotation_site.projects.navigation import project_context
from annotation_site.projects.queries import list_annotators
from annotation_site.projects.views.annotators import find_annotator
from annotation_site.web.days import say_short_day
from annotation_site.web.exceptions import DomainError
from annotation_site.web.plot_files import answer_plot

PAGE_SIZE = 50
SHOWN_WEEKS = 52


@require_safe
@never_cache
@admits(can_see_annotator_quality)
def annotator_quality(request: SignedInRequest, slug: str, project_kind: str, **part: Any) -> HttpResponse:
    """Show every annotator in one table, worst first if they can be compared; redirect annotators to their own page."""
    project = request.project
    quality = find_quality(project)
    if not can_manage(request.user, project):
        own = get_object_or_404(own_membership(request.user, project))
        return redirect(quality.route("annotator_quality_detail"), slug, own.pk)
    switch = read_switch(project, request.GET)
    form = LimitsForm(quality.limits, request.GET)
    is_sorted = quality.has_parts or quality.may_sort(project)
    annotators = list_annotators(project)
    page = Paginator(annotators, PAGE_SIZE).get_page(request.GET.get("page"))
    selection = Selection(
        project,
        list(annotators if is_sorted else page),
        viewer=request.user.pk,
        with_excluded=switch.with_excluded,
        limits=form.read_limits(),
        part=quality.find_part(project, **part),
    )
    rows: Sequence[Any] = quality.read_rows(selection)
    if is_sorted:
        page = Paginator(quality.sort(rows), PAGE_SIZE).get_page(request.GET.get("page"))
        rows = list(page)
    context = {
        **_describe_project(request, quality, quality.tab),
        "page_name": "Annotator quality",
        "page": page,
        "table": _tabulate(quality, selection, rows),
        "table_address": reverse(quality.route("annotator_quality_table"), kwargs={"slug": slug, **part}),
        "links": [(label, reverse(route, args=[slug])) for label, route in quality.links],
        "switch": switch,
        "form": form,
        "is_sorted": is_sorted,
        "can_exclude_several": bool(quality.criteria),
        **quality.describe_page(selection, rows),
    }
    return render(request, quality.template, context)


@require_safe
@admits(can_manage)
def annotator_quality_table(
    request: SignedInRequest, slug: str, project_kind: str, **part: Any
) -> StreamingHttpResponse:
    """Return the table of all annotators as a file, by pseudonyms."""
    project = request.project
    quality = find_quality(project)
    selection = Selection(
        project,
        list(list_annotators(project)),
        viewer=request.user.pk,
        with_excluded=read_switch(project, request.GET).with_excluded,
        limits=LimitsForm(quality.limits, request.GET).read_limits(),
        part=quality.find_part(project, **part),
    )
    all_rows = quality.read_rows(selection) if quality.has_parts else read_in_chunks(quality, selection)
    rows = ((row, row.annotator.user_id == request.user.pk) for row in all_rows)
    return answer_table("-".join([slug, *map(str, part.values())]), quality.columns, rows)


@require_safe
@never_cache
@admits(can_see_annotator_quality)
@translated
def annotator_quality_detail(request: SignedInRequest, slug: str, project_kind: str, pk: int) -> HttpResponse:
    """Show one annotator's figures and their weeks; to annotators themselves only what depends on nobody else."""
    project, annotator, is_own = find_annotator(request.user, request.project, pk)
    quality = find_quality(project)
    is_manager = can_manage(request.user, project)
    parts = quality.tabulate_parts(annotator, is_own=is_own, is_manager=is_manager)
    context = {
        **_describe_project(request, quality, quality.tab),
        "page_name": _("Annotator {letter}").format(letter=annotator.pseudonym),
        "annotator": annotator,
        "is_own": is_own,
        "parts": parts,
        **(_describe_row(quality, annotator, is_own=is_own) if parts is None else {}),
        **(exclusion_context(annotator) if is_manager and quality.allows_exclusion else {}),
    }
    return render(request, quality.detail_template, context)


@require_safe
@never_cache
@admits(can_see_annotator_quality)
@translated
def annotator_quality_plot(
    request: SignedInRequest, slug: str, project_kind: str, pk: int, figure: str
) -> HttpResponse:
    """Return a plot as an SVG file with its own colours."""
    project, annotator, is_own = find_annotator(request.user, request.project, pk)
    quality = find_quality(project)
    weeks = _read_weeks(quality, read_annotator(quality, annotator, is_own=is_own), is_own=is_own)
    declared = {plot.name: plot for plot in _list_plots(quality, weeks, is_own=is_own)}
    if figure not in declared:
        raise Http404(_("There is no such plot."))
    plot = plot_weeks(declared[figure], quality.columns, weeks)
    return answer_plot(request, plot, f"{project.slug}-{annotator.pseudonym}-{figure}")


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admits(can_manage)
def bulk_exclusion(request: SignedInRequest, slug: str, project_kind: str) -> HttpResponse:
    """Show whom a rule suggests, and what their exclusion would change; POST excludes those that stay selected."""
    project = request.project
    quality = find_quality(project)
    criteria = quality.list_criteria(project)
    rule_form = RuleForm(criteria, request.GET)
    rule = rule_form.read_rule() if rule_form.is_valid() else rule_form.defaults
    preview = preview_exclusions(quality, project, rule, without_person=request.user.pk)
    names = [suggested.row.annotator.pseudonym for suggested in preview.suggested]
    initial = {"operation_id": uuid4(), "reason": describe_rule(criteria, rule)}
    given = request.POST if request.method == "POST" else None
    form = BulkExcludeForm(given, names=names, initial=initial)
    if request.method == "POST" and form.is_valid():
        try:
            made = exclude_annotators(user=request.user, project=project, **form.cleaned_data)
        except DomainError as error:
            form.add_error(None, error.sentence)
        else:
            who = "1 annotator was" if len(made) == 1 else f"{len(made):,} annotators were"
            messages.success(request, f"{who} excluded from all figures. Nothing was deleted, and you can undo it.")
            return redirect(quality.route("bulk_exclusion"), slug)
    headings = [Heading(name) for name in names]
    columns = [column for column in quality.columns if column.is_headline]
    table = make_table(columns, [suggested.row for suggested in preview.suggested], headings)
    context = {
        **_describe_project(request, quality, quality.tab),
        "page_name": "Exclude several",
        "rule_form": rule_form,
        "preview": preview,
        "table": table,
        "rows": list(zip(preview.suggested, table.rows, strict=True)),
        "form": form,
        "chosen": request.POST.getlist("annotators") if form.is_bound else names,
        "made": list_bulk_exclusions(project),
        "address": reverse(quality.route("bulk_exclusion"), args=[slug]),
        "undo_address": reverse(quality.route("bulk_exclusion_undo"), args=[slug]),
    }
    is_refused = bool(form.errors or rule_form.errors)
    return render(request, "annotator_quality/bulk_exclusion.html", context, status=400 if is_refused else 200)


@require_POST
@admits(can_manage)
def bulk_exclusion_undo(request: SignedInRequest, slug: str, project_kind: str) -> HttpResponse:
    """Lift every exclusion of a step that still stands."""
    project = request.project
    page = find_quality(project).route("bulk_exclusion")
    form = UndoForm(request.POST)
    if not form.is_valid():
        messages.error(request, "The form is incomplete. Try again.")
        return redirect(page, slug)
    try:
        lifted = undo_exclusions(user=request.user, project=project, **form.cleaned_data)
    except DomainError as error:
        messages.error(request, error.sentence)
    else:
        who = "1 annotator was" if lifted == 1 else f"{lifted:,} annotators were"
        messages.success(request, f"{who} included again.")
    return redirect(page, slug)


def _describe_project(request: SignedInRequest, quality: AnnotatorQuality[Any], tab: str) -> dict[str, Any]:
    """Return the context that all pages share."""
    project = request.project
    return {
        **project_context(request.user, project, tab),
        **find_kind(project.kind).describe(project),
        "quality": quality,
        "all_address": reverse(tab, args=[project.slug]),
        "bulk_address": reverse(quality.route("bulk_exclusion"), args=[project.slug]) if quality.criteria else "",
    }


def _tabulate(quality: AnnotatorQuality[Any], selection: Selection, rows: Sequence[Any]) -> Table:
    headings, own = [], set()
    for position, row in enumerate(rows):
        address = reverse(quality.route("annotator_quality_detail"), args=[selection.project.slug, row.annotator.pk])
        is_own = row.annotator.user_id == selection.viewer
        headings.append(name_annotator(row.annotator, address, is_own=is_own))
        if is_own:
            own.add(position)
    return make_table(quality.choose_columns(selection, rows), rows, headings, own)


def read_annotator(quality: AnnotatorQuality[Any], annotator: Membership, *, is_own: bool) -> Any:
    """Return the figures of one annotator, compared with those who count, by the usual limits."""
    limits = {limit.name: limit.default for limit in quality.limits}
    viewer = annotator.user_id if is_own else None
    return quality.read_row(Selection(annotator.project, [annotator], viewer=viewer, limits=limits))


def _describe_row(quality: AnnotatorQuality[Any], annotator: Membership, *, is_own: bool) -> dict[str, Any]:
    """Return the figures of one annotator with their weeks and plots."""
    row = read_annotator(quality, annotator, is_own=is_own)
    weeks = _read_weeks(quality, row, is_own=is_own)
    plots = [
        (declared, plot_weeks(declared, quality.columns, weeks).to_svg(), _find_plot(quality, annotator, declared.name))
        for declared in _list_plots(quality, weeks, is_own=is_own)
    ]
    weekly = [column for column in quality.weekly_columns if column.is_own or not is_own]
    shown = weeks[-SHOWN_WEEKS:]
    return {
        "row": row,
        "has_begun": quality.has_begun(row),
        "headlines": list_cells_of(quality.columns, row, is_own=is_own, is_headline=True),
        "facts": list_cells_of(quality.columns, row, is_own=is_own, is_headline=False),
        "weeks": make_table(weekly, shown, [Heading(say_short_day(week.start)) for week in shown]),
        "plots": plots,
        **quality.describe_detail(row, is_own=is_own),
    }


def _find_plot(quality: AnnotatorQuality[Any], annotator: Membership, name: str) -> str:
    return reverse(quality.route("annotator_quality_plot"), args=[annotator.project.slug, annotator.pk, name])


def _read_weeks(quality: AnnotatorQuality[Any], row: Any, *, is_own: bool) -> list[Any]:
    return [week for week in quality.read_weeks(row) if quality.is_own_week(week) or not is_own]


def _list_plots(quality: AnnotatorQuality[Any], weeks: Sequence[Any], *, is_own: bool) -> list[Any]:
    """Return the plots with more than one point, as one point makes no line."""
    return [plot for plot in quality.plots if plot.is_own or not is_own] if len(weeks) > 1 else []
