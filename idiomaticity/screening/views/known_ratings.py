"""Items whose answer is known, as the manager keeps them."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from annotation_site.assignments.forms import OperationForm
from annotation_site.assignments.models import Item
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.web.forms import refusals_on
from annotation_site.web.middleware.bodies import takes_files
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.ratings.queries import cut_sentence, find_compound
from idiomaticity.scales.score_scale import ScoreScale
from idiomaticity.screening.answers import say_expected
from idiomaticity.screening.forms import KnownAnswerFileForm, KnownRatingForm, ScreeningForm
from idiomaticity.screening.models import KnownRating, ScreeningSettings
from idiomaticity.screening.queries.known import count_known
from idiomaticity.screening.services.known_answer_files import import_known_ratings
from idiomaticity.screening.services.known_ratings import add_known_rating, remove_known_rating, set_screening

PAGE_SIZE = 50


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
def known_ratings(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the known answers; POST adds one."""
    project = request.project
    if request.method != "POST":
        return _render_known_ratings(request, project)
    form = KnownRatingForm(request.POST, scale=project.idiomaticity.score_scale)
    if form.is_valid():
        with refusals_on(form):
            add_known_rating(user=request.user, project=project, **form.cleaned_data)
            messages.success(request, "The item was added and is no longer part of the work.")
            return redirect("idiomaticity:known_ratings", slug)
    return _render_known_ratings(request, project, form=form)


@takes_files
@require_POST
@admits(can_manage)
def known_rating_import(request: SignedInRequest, slug: str) -> HttpResponse:
    """Add items of a file, which are no compounds of the study."""
    project = request.project
    form = KnownAnswerFileForm(request.POST, request.FILES)
    if form.is_valid():
        with refusals_on(form):
            count = import_known_ratings(user=request.user, project=project, **form.service_arguments())
            items = "1 item" if count == 1 else f"{count:,} items"
            messages.success(request, f"{items} with known answers imported. They are not compounds of your study.")
            return redirect(
                "idiomaticity:study" if form.cleaned_data["is_of_study"] else "idiomaticity:known_ratings", slug
            )
    return _render_known_ratings(request, project, file_form=form)


@require_POST
@admits(can_manage)
def known_rating_remove(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Stop using an item."""
    project = request.project
    get_object_or_404(Item, project=project, number=number)
    form = OperationForm(request.POST)
    operation_id = form.cleaned_data["operation_id"] if form.is_valid() else None
    try:
        remove_known_rating(user=request.user, project=project, number=number, operation_id=operation_id)
    except Http404 as error:  # another manager was quicker
        messages.error(request, str(error))
    else:
        messages.success(request, "The item was removed.")
    return redirect("idiomaticity:known_ratings", slug)


@require_POST
@admits(can_manage)
def screening(request: SignedInRequest, slug: str) -> HttpResponse:
    """Store the share of attention items and the pass mark."""
    project = request.project
    form = ScreeningForm(request.POST)
    if not form.is_valid():
        return _render_known_ratings(request, project, settings_form=form)
    set_screening(user=request.user, project=project, **form.cleaned_data)
    messages.success(request, "Saved.")
    return redirect("idiomaticity:known_ratings", slug)


def _render_known_ratings(
    request: SignedInRequest,
    project: Project,
    form: KnownRatingForm | None = None,
    settings_form: ScreeningForm | None = None,
    file_form: KnownAnswerFileForm | None = None,
) -> HttpResponse:
    settings = ScreeningSettings.objects.filter(project=project).first() or ScreeningSettings()
    listed = KnownRating.objects.filter(project=project)
    found = listed.select_related("item__occurrence__compound", "item__compound").order_by("use", "pk")
    page = Paginator(found, PAGE_SIZE).get_page(request.GET.get("page"))
    scale = project.idiomaticity.score_scale
    initial = {"attention_share": settings.attention_share, "pass_mark": settings.pass_mark}
    context = {
        **rating_context(request.user, project, "idiomaticity:annotator_quality"),
        "page_name": "Known answers",
        "page": page,
        "rows": [_describe_known_rating(known, scale) for known in page],
        "form": form or KnownRatingForm(initial={"operation_id": uuid4()}, scale=scale),
        "settings_form": settings_form or ScreeningForm(initial=initial),
        "file_form": file_form or KnownAnswerFileForm(initial={"operation_id": uuid4()}),
        "counts": count_known(project),
        "operation_id": uuid4(),
    }
    is_refused = any(each is not None and each.errors for each in (form, settings_form, file_form))
    return render(request, "idiomaticity/screening/known_ratings.html", context, status=400 if is_refused else 200)


def _describe_known_rating(known: KnownRating, scale: ScoreScale) -> dict[str, Any]:
    occurrence = getattr(known.item, "occurrence", None)
    return {
        "known": known,
        "compound": find_compound(known.item),
        "pieces": cut_sentence(occurrence.sentence, occurrence.spans) if occurrence else [],
        "expected": say_expected(known.expected, scale),
    }
