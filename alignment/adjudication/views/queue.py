"""The adjudicator's queue: its lists, and accepting all pairs on which everybody agrees."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_POST, require_safe

from alignment.adjudication.models import Acceptance
from alignment.adjudication.queries import queue as reads
from alignment.adjudication.queries.pair import languages
from alignment.adjudication.services.acceptance import accept_agreed, undo_acceptance
from alignment.feedback.queries.disputes import list_disputes
from alignment.projects.access import admits
from annotation_site.assignments.forms import OperationForm
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError
from annotation_site.web.pagination import CountedPaginator

PAIRS_PER_PAGE = 30
ACCEPTANCES_SHOWN = 10
LABELS = {reads.TO_DECIDE: "To decide", reads.DECIDED: "Decided", reads.AGREED: "All agreed"}


@require_safe
@admits(can_adjudicate)
def queue(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show pairs with disagreements, worst first; by annotators or by target word if the address names one."""
    project = request.project
    chosen = reads.choose_list(project, request.GET)
    shown = request.GET.get("show", reads.TO_DECIDE)
    counts = reads.count_queue(project, chosen)
    if shown not in counts.pairs:
        shown = reads.TO_DECIDE
    pages = CountedPaginator(reads.list_queue(project, shown, chosen), PAIRS_PER_PAGE, counts.pairs[shown])
    page = pages.get_page(request.GET.get("page"))
    rows = [row.item.agreement if chosen.kind else row for row in page]
    context = {
        **project_context(request.user, project, "alignment:adjudication"),
        "page_name": "Adjudication",
        "counts": counts,
        "page": page,
        "rows": rows,
        "shown": shown,
        "chosen": chosen,
        "annotators": reads.list_annotators(project),
        "words": reads.list_words(project),
        "held": reads.find_open_round(project),
        "disputes": list_disputes(project),
        "filters": [{"name": name, "label": LABELS[name], "count": counts.pairs[name]} for name in LABELS],
        "worst": rows[0].item.number if shown == reads.TO_DECIDE and rows else None,
        "operation_id": uuid4(),
        "acceptances": _acceptances(project) if shown == reads.AGREED else [],
        **languages(project),
    }
    return render(request, "alignment/adjudication/queue.html", context)


@require_POST
@admits(can_adjudicate)
def accept(request: SignedInRequest, slug: str) -> HttpResponse:
    """Adjudicate every pair on which all agree."""
    project = request.project
    form = OperationForm(request.POST)
    if not form.is_valid():
        messages.error(request, "The form is incomplete. Try again.")
        return _to_agreed(slug)
    try:
        accepted = accept_agreed(user=request.user, project=project, **form.cleaned_data)
    except DomainError as error:
        messages.error(request, error.sentence)
    else:
        many = "1 pair was accepted" if accepted.pairs == 1 else f"{accepted.pairs:,} pairs were accepted"
        messages.success(request, f"{many}.")
    return _to_agreed(slug)


@require_POST
@admits(can_adjudicate)
def acceptance_undo(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Undo one acceptance."""
    project = request.project
    get_object_or_404(project.acceptances, number=number)
    form = OperationForm(request.POST)
    if not form.is_valid():
        messages.error(request, "The form is incomplete. Try again.")
        return _to_agreed(slug)
    try:
        undo_acceptance(user=request.user, project=project, number=number, **form.cleaned_data)
    except DomainError as error:
        messages.error(request, error.sentence)
    else:
        messages.success(request, "The acceptance was undone. Existing decisions are kept.")
    return _to_agreed(slug)


def _to_agreed(slug: str) -> HttpResponse:
    return redirect(f"{reverse('alignment:adjudication', args=[slug])}?show={reads.AGREED}")


def _acceptances(project: Project) -> list[tuple[Acceptance, object]]:
    latest = project.acceptances.select_related("accepted_by", "undone_by")[:ACCEPTANCES_SHOWN]
    return [(accepted, uuid4()) for accepted in latest]
