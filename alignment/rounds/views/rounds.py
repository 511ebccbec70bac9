"""Reconciliation rounds for managers: the contents of a possible one, progress and results."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from alignment.projects.access import admits
from alignment.rounds.forms import RemoveForm, RoundForm
from alignment.rounds.models import ReconciliationRound, RoundAgreement
from alignment.rounds.queries import rounds as reads
from alignment.rounds.queries import sums as round_sums
from alignment.rounds.queries.reopening import count_settled, find_obstacle, was_closed_lately
from alignment.rounds.services.closing import close_round, remove_from_round
from alignment.rounds.services.reopening import reopen_round
from alignment.rounds.services.rounds import open_round
from annotation_site.assignments.forms import OperationForm
from annotation_site.coefficients.figure import Figure
from annotation_site.languages.locales import Locale, switch_locale, translated
from annotation_site.projects.abilities import can_manage, can_see_everyones_work
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.exceptions import DomainError
from annotation_site.web.forms import refusals_on

# Where AGR lies on the small plot, in its own units.
LEFT, WIDTH = 6, 228
PAIRS_NAMED = 50


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admits(can_see_everyones_work, changing=can_manage)
@translated
def rounds(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show every round, and the form that opens the next one."""
    project = request.project
    _speak_english_to_managers(request)
    ahead = reads.look_ahead(project)
    form = RoundForm(request.POST or None, choices=ahead.choices, initial={"operation_id": uuid4()})
    if request.method == "POST" and form.is_valid():
        with refusals_on(form):
            opened = open_round(user=request.user, project=project, **form.cleaned_data)
            return redirect("alignment:round", slug, opened.number)
    held = list(project.reconciliation_rounds.all())
    context = {
        **project_context(request.user, project, "alignment:rounds"),
        "page_name": _("Rounds"),
        "ahead": ahead,
        "form": form,
        "open": next((one for one in held if one.closed_at is None), None),
        "rounds": [(one, _compare(one, RoundAgreement.Scope.ROUND)[-1:]) for one in held],
        "number": len(held) + 1,
    }
    return render(request, "alignment/rounds/rounds.html", context, status=400 if form.errors else 200)


@require_safe
@never_cache
@admits(can_see_everyones_work)
@translated
def round_page(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show the progress of everybody in a round, and agreement before and after."""
    project = request.project
    _speak_english_to_managers(request)
    return _render_round(request, project, number)


@require_POST
@never_cache
@admits(can_manage)
def round_close(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    project = request.project
    get_object_or_404(project.reconciliation_rounds, number=number)
    form = OperationForm(request.POST)
    if not form.is_valid():
        messages.error(request, "The form is incomplete. Try again.")
        return _render_round(request, project, number, status=400)
    try:
        close_round(user=request.user, project=project, number=number, **form.cleaned_data)
    except DomainError as error:
        messages.error(request, error.sentence)
        return _render_round(request, project, number, status=error.status)
    messages.success(request, f"Round {number} is closed. You can adjudicate the remaining disagreements.")
    return redirect("alignment:round", slug, number)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admits(can_manage)
def round_reopen(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Say what reopening a round does, then reopen it."""
    project = request.project
    held = get_object_or_404(project.reconciliation_rounds.select_related("project"), number=number)
    form = OperationForm(request.POST if request.method == "POST" else None)
    if request.method == "POST" and form.is_valid():
        reopen_round(user=request.user, project=project, number=number, **form.cleaned_data)
        messages.success(request, f"Round {number} is open again.")
        return redirect("alignment:round", slug, number)
    context = {
        **project_context(request.user, project, "alignment:rounds"),
        "page_name": f"Reopen round {number}",
        "held": held,
        "contents": count_settled(held),
        "obstacle": find_obstacle(held),
        "operation_id": uuid4(),
    }
    return render(request, "alignment/rounds/reopen.html", context, status=400 if form.errors else 200)


@require_POST
@never_cache
@admits(can_manage)
def round_remove(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Remove one pair from an open round."""
    project = request.project
    get_object_or_404(project.reconciliation_rounds, number=number)
    form = RemoveForm(request.POST)
    if not form.is_valid():
        messages.error(request, "Enter the number of a pair in this round.")
        return _render_round(request, project, number, status=400)
    pair = form.cleaned_data["pair"]
    known = {"user": request.user, "project": project, "operation_id": form.cleaned_data["operation_id"]}
    try:
        remove_from_round(**known, number=number, item_number=pair)
    except DomainError as error:
        messages.error(request, error.sentence)
        return _render_round(request, project, number, status=error.status)
    messages.success(request, f"Pair {pair} was removed from the round and can be adjudicated.")
    return redirect("alignment:round", slug, number)


def _speak_english_to_managers(request: SignedInRequest) -> None:
    """Answer people who can change rounds in English, as on all pages of managers."""
    if can_manage(request.user, request.project):
        switch_locale(Locale())


def _render_round(request: SignedInRequest, project: Project, number: int, status: int = 200) -> HttpResponse:
    held = get_object_or_404(project.reconciliation_rounds.select_related("opened_by", "closed_by"), number=number)
    progress = reads.read_progress(held)
    context = {
        **project_context(request.user, project, "alignment:rounds"),
        "page_name": _("Round {number}").format(number=number),
        "held": held,
        "pairs": held.items.count(),
        "progress": progress,
        "readings": sum(row.total for row in progress),
        "done": sum(row.done for row in progress),
        "waiting": sum(row.waiting for row in progress),
        "changing": sum(row.changing for row in progress),
        "tables": [
            (gettext_noop("Pairs of this round"), *_both(held, RoundAgreement.Scope.ROUND)),
            (gettext_noop("All pairs submitted by both"), *_both(held, RoundAgreement.Scope.ALL)),
        ],
        "can_reopen": was_closed_lately(held),
        "history": reads.list_acts(held),
        "operation_id": uuid4(),
        "remove_form": RemoveForm(initial={"operation_id": uuid4()}),
        "removed": list(held.items.filter(removed_at__isnull=False).select_related("item")[:PAIRS_NAMED]),
    }
    return render(request, "alignment/rounds/round.html", context, status=status)


def _both(held: ReconciliationRound, scope: str) -> tuple[list[dict[str, Any]], tuple[Figure, Figure]]:
    return _compare(held, scope), round_sums.compare_kappa(held, scope)


def _compare(held: ReconciliationRound, scope: str) -> list[dict[str, Any]]:
    return [_comparison_context(row) for row in round_sums.compare_agreement(held, scope)]


def _comparison_context(row: round_sums.Comparison) -> dict[str, Any]:
    before, after = row.figures["both"]
    positions = [None if value is None else round(LEFT + WIDTH * value, 1) for value in (before, after)]
    return {
        "row": row,
        "both": row.figures["both"],
        "figures": [row.figures[name] for name in ("any", "sure", "possible", "both")],
        "differing": row.differing,
        "from": positions[0],
        "to": positions[1],
    }
