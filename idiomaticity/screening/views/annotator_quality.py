"""Annotator quality: how each annotator rates, for the manager; an annotator's own speed and progress, for them."""

from collections.abc import Iterator
from typing import Any

from django.contrib import messages
from django.core.paginator import Page, Paginator
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.annotator_quality.columns import Heading, make_table, name_annotator
from annotation_site.annotator_quality.files import answer_table
from annotation_site.exclusions.queries import read_switch
from annotation_site.exclusions.views import exclusion_context
from annotation_site.languages.locales import translated
from annotation_site.projects.abilities import can_manage, can_see_annotator_quality, own_membership
from annotation_site.projects.models import Membership, Project
from annotation_site.projects.queries import list_annotators
from annotation_site.projects.views.annotators import find_annotator
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.screening.forms import LimitsForm
from idiomaticity.screening.queries.annotator_quality import (
    CHUNK,
    AnnotatorQuality,
    may_sort,
    read_annotator_qualities,
    read_shared_paraphrases,
    sort_worst_first,
)
from idiomaticity.screening.queries.columns import COLUMNS, REPEATS
from idiomaticity.screening.queries.competence import find_competence
from idiomaticity.screening.services.known_ratings import request_competence

PAGE_SIZE = 50


@require_safe
@never_cache
@admits(can_see_annotator_quality)
def annotator_quality(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show every annotator in one table, worst first; redirect annotators to their own page."""
    project = request.project
    if not can_manage(request.user, project):
        return redirect(
            "idiomaticity:annotator_quality_detail", slug, get_object_or_404(own_membership(request.user, project)).pk
        )
    switch = read_switch(project, request.GET)
    form = LimitsForm(request.GET if "poor" in request.GET else None)
    limits = form.read_limits()
    is_sorted = may_sort(project)
    page: Page[Any]
    known: dict[str, Any] = {"limits": limits, "with_excluded": switch.with_excluded, "viewer": request.user.pk}
    if is_sorted:
        everybody = sort_worst_first(read_annotator_qualities(project, list(list_annotators(project)), **known))
        page = Paginator(everybody, PAGE_SIZE).get_page(request.GET.get("page"))
        rows = list(page)
    else:
        page = Paginator(list_annotators(project), PAGE_SIZE).get_page(request.GET.get("page"))
        rows = read_annotator_qualities(project, list(page.object_list), **known)
    has_repeats = any(row.habits.repeats.answers for row in rows)
    context = {
        **rating_context(request.user, project, "idiomaticity:annotator_quality"),
        "page_name": "Annotator quality",
        "page": page,
        "table": make_table(
            [column for column in COLUMNS if has_repeats or column is not REPEATS],
            rows,
            [_name(slug, row) for row in rows],
            {place for place, row in enumerate(rows) if row.is_own},
        ),
        "switch": switch,
        "form": form,
        "limits": limits,
        "is_sorted": is_sorted,
        "has_repeats": has_repeats,
        "shared": read_shared_paraphrases(project, limits.same_paraphrase, with_excluded=switch.with_excluded),
        "competence": find_competence(project),
    }
    context["own_names"] = set(own_membership(request.user, project).values_list("pseudonym", flat=True))
    return render(request, "idiomaticity/screening/annotator_quality.html", context)


@require_POST
@admits(can_manage)
def competence(request: SignedInRequest, slug: str) -> HttpResponse:
    """Start the estimate of the raters' competence and show its job."""
    project = request.project
    try:
        job = request_competence(user=request.user, project=project)
    except DomainError as error:
        messages.error(request, error.sentence)
        return redirect("idiomaticity:annotator_quality", slug)
    return redirect("projects:job", slug, job.pk)


@require_safe
@admits(can_manage)
def annotator_quality_table(request: SignedInRequest, slug: str) -> StreamingHttpResponse:
    """Return the quality table of all annotators as a file, without names."""
    project = request.project
    limits = LimitsForm(request.GET if "poor" in request.GET else None).read_limits()
    with_excluded = read_switch(project, request.GET).with_excluded
    known: dict[str, Any] = {"limits": limits, "with_excluded": with_excluded, "viewer": request.user.pk}

    def list_rows() -> Iterator[tuple[AnnotatorQuality, bool]]:
        annotators = list(list_annotators(project))
        for start in range(0, len(annotators), CHUNK):
            for row in read_annotator_qualities(project, annotators[start : start + CHUNK], **known):
                yield row, row.is_own

    return answer_table(project.slug, COLUMNS, list_rows())


def _name(slug: str, row: AnnotatorQuality) -> Heading:
    address = reverse("idiomaticity:annotator_quality_detail", args=[slug, row.annotator.pk])
    return name_annotator(row.annotator, address, is_own=row.is_own)


@require_safe
@never_cache
@admits(can_see_annotator_quality)
@translated
def annotator_quality_detail(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show one annotator's quality figures."""
    project, annotator, is_own = find_annotator(request.user, request.project, pk)
    context = {
        **rating_context(request.user, project, "idiomaticity:annotator_quality"),
        "page_name": _("Annotator {letter}").format(letter=annotator.pseudonym),
        "row": read_one(project, annotator, is_own=is_own),
        "is_own": is_own,
        **(exclusion_context(annotator) if can_manage(request.user, project) else {}),
    }
    return render(request, "idiomaticity/screening/annotator_quality_detail.html", context)


def read_one(project: Project, annotator: Membership, *, is_own: bool) -> AnnotatorQuality:
    """Return the quality of one annotator, compared with those who count."""
    viewer = annotator.user_id if is_own else None
    return read_annotator_qualities(project, [annotator], LimitsForm().read_limits(), viewer=viewer)[0]
