"""Pages for adjudicating passages: the queue, worst first, and one passage."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.adjudication.queues import DECIDED, SHOWN, TO_DECIDE, find_next
from annotation_site.adjudication.views import take_step
from annotation_site.assignments.forms import StepForm
from annotation_site.languages.locales import translated
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.models import Project
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError
from expressions.adjudication.forms import DecisionForm
from expressions.adjudication.queries import compare_item, describe_item, find_passage, list_history, list_queue
from expressions.adjudication.services import PassageVerdict, adjudicate_passage, undo_adjudication
from expressions.passages.models import Passage
from expressions.projects.access import admits, expression_context

PAGE_SIZE = 50
TAB = "expressions:adjudication"


@require_safe
@never_cache
@admits(can_adjudicate)
def queue(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show passages on which annotators differ, worst first."""
    project = request.project
    shown = request.GET.get("show", "")
    shown = shown if shown in SHOWN else TO_DECIDE
    context = {
        **expression_context(request.user, project, TAB),
        "page_name": "Adjudication",
        "first": find_next(list_queue(project)),
        "filters": [
            {"name": name, "label": label, "count": list_queue(project, name).count()} for name, label in SHOWN.items()
        ],
        "shown": shown,
        "is_decided": shown == DECIDED,
        "page": Paginator(list_queue(project, shown), PAGE_SIZE).get_page(request.GET.get("page")),
    }
    return render(request, "expressions/adjudication/queue.html", context)


@require_safe
@never_cache
@admits(can_adjudicate)
@translated
def adjudicate(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show one passage with its differences as cards, and the decision."""
    return _render_passage(request, request.project, find_passage(request.project, number))


@require_POST
@never_cache
@admits(can_adjudicate)
@translated
def adjudicate_decide(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Close the passage with this decision, and continue with the next."""
    project = request.project
    passage = find_passage(project, number)
    form = DecisionForm(request.POST, comparison=compare_item(passage)[0])

    def step(fields: dict[str, Any]) -> HttpResponse:
        verdict = PassageVerdict(fields["marks"], fields["note"], fields["seen"])
        adjudicate_passage(
            user=request.user,
            project=project,
            number=number,
            version=fields["version"],
            operation_id=fields["operation_id"],
            verdict=verdict,
        )
        following = find_next(list_queue(project), passage.item)
        if following is not None:
            return redirect("expressions:adjudicate", slug, following)
        messages.success(request, _("There are no more passages to adjudicate."))
        return redirect(TAB, slug)

    if not form.is_valid():
        for sentence in form.list_faults():
            messages.error(request, sentence)
        return _render_passage(request, project, passage, form, 400)
    try:
        return step(form.cleaned_data)
    except DomainError as error:
        messages.error(request, error.sentence)
        return _render_passage(request, project, find_passage(project, number), form, error.status)


@require_POST
@never_cache
@admits(can_adjudicate)
@translated
def adjudicate_undo(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Undo the latest decision, so that the passage can be changed again."""
    project = request.project
    passage = find_passage(project, number)

    def step(fields: dict[str, Any]) -> HttpResponse:
        undo_adjudication(user=request.user, project=project, number=number, **fields)
        return redirect("expressions:adjudicate", slug, number)

    return take_step(
        request, StepForm(request.POST), step, lambda status: _render_passage(request, project, passage, None, status)
    )


def _render_passage(
    request: SignedInRequest, project: Project, passage: Passage, form: DecisionForm | None = None, status: int = 200
) -> HttpResponse:
    state = describe_item(passage)
    for place, card in enumerate(state["cards"]):
        # What was chosen before a refusal stays chosen.
        card["typed"] = form.data.get(f"card_{place}") if form else None
        card["own"] = form.data.get(f"own_{place}", "") if form else ""
    context = {
        **expression_context(request.user, project, TAB),
        "page_name": state["label"],
        "state": state,
        "item": passage.item,
        "following": find_next(list_queue(project), passage.item),
        "history": list_history(passage.item),
        "operation_id": uuid4(),
    }
    return render(request, "expressions/adjudication/adjudicate.html", context, status=status)
