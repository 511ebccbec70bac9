"""Judging rounds: the list, opening one, its results, its wording."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation_site.assignments.views.work import go_on
from annotation_site.exclusions.queries import read_switch
from annotation_site.jobs.queries import describe_at_work
from annotation_site.languages.locales import translated
from annotation_site.projects.abilities import can_annotate, can_manage, can_see_everyones_work
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.tables.cells import write_csv
from annotation_site.web.forms import refusals_on
from annotation_site.web.middleware.bodies import takes_files
from evaluation.adjudication.queries.queue import list_comparisons
from evaluation.correlation.queries.human_scores import find_judging_round_report, list_judgements
from evaluation.judging.figures.agreement import LEVELS, RESAMPLES, SEED
from evaluation.judging.forms import JudgingRoundForm, WordingForm, wording_forms
from evaluation.judging.methods import Wording, find_scheme, is_penalty
from evaluation.judging.models import JudgingRound
from evaluation.judging.queries.given_marks import list_rounds_with_marks
from evaluation.judging.queries.judging import is_of_text, list_judgeable, list_judging_rounds
from evaluation.judging.queries.ratings import require_readable
from evaluation.judging.queries.reopening import TOO_LATE, closed_items, list_acts, was_closed_lately
from evaluation.judging.services.judging_rounds import (
    choose_judging_round,
    close_judging_round,
    reopen_judging_round,
    request_judging_round,
    reword_judging_round,
)
from evaluation.machine_judges.queries import find_machine_scores
from evaluation.projects.access import admits
from evaluation.test_sets.models import TestSet

PAGE_SIZE = 25
# Of each, its answers are read, unless its figures are kept from the last time.
REPORTS_SHOWN = 10
TAB = "evaluation:judging_rounds"


@require_safe
@admits(can_see_everyones_work)
def judging_rounds(request: SignedInRequest, slug: str) -> HttpResponse:
    """List judging rounds, newest first, and the test sets on which one can be opened."""
    project = request.project
    context = {
        **project_context(request.user, project, TAB),
        "page_name": "Human judgement",
        "page": Paginator(list_judging_rounds(project), PAGE_SIZE).get_page(request.GET.get("page")),
        "test_sets": list_judgeable(project)[:PAGE_SIZE],
    }
    return render(request, "evaluation/judging/judging_rounds.html", context)


@require_safe
@admits(can_see_everyones_work)
def judging_agreement(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show how far annotators agree in each judging round, newest first."""
    project = request.project
    page = Paginator(list_judging_rounds(project), REPORTS_SHOWN).get_page(request.GET.get("page"))
    context = {
        **project_context(request.user, project, "evaluation:judging_agreement"),
        "page_name": "Agreement",
        "page": page,
        "levels": LEVELS,
        "rows": [(judging_round, find_judging_round_report(judging_round)) for judging_round in page],
    }
    return render(request, "evaluation/judging/judging_agreement.html", context)


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
def judging_round_new(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Ask for a new judging round on a test set."""
    project = request.project
    test_set: TestSet = get_object_or_404(project.test_sets, pk=pk)
    systems = [str(translation.system) for translation in test_set.translations.select_related("system")]
    data = request.POST or None
    initial = {
        "operation_id": uuid4(),
        "required_count": project.annotators_per_item,
        "shows_context": is_of_text(test_set),
    }
    rounds = list_rounds_with_marks(test_set)
    form = JudgingRoundForm(data, request.FILES or None, systems=systems, rounds=rounds, initial=initial)
    words = wording_forms(data, request.POST.get("method", ""))
    if request.method == "POST" and form.is_valid():
        chosen = words[form.cleaned_data["method"]]
        if chosen.is_valid():
            with refusals_on(form):
                job = request_judging_round(
                    user=request.user,
                    project=project,
                    test_set=test_set,
                    wording=chosen.read_wording(),
                    **form.cleaned_data,
                )
                return redirect("projects:job", slug, job.pk)
    context = {
        **project_context(request.user, project, TAB),
        "page_name": "New judging round",
        "form": form,
        "test_set": test_set,
        "wording_forms": words,
    }
    has_faults = form.errors or any(form_of_method.errors for form_of_method in words.values())
    return render(request, "evaluation/judging/judging_round_new.html", context, status=400 if has_faults else 200)


@require_safe
@admits(can_see_everyones_work)
def judging_round(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show the judging round's results so far: systems, agreement, annotators."""
    project = request.project
    stored_round = get_object_or_404(list_judging_rounds(project), number=number)
    comparing = describe_at_work(request.user, list_comparisons(project, number))
    switch = read_switch(project, request.GET)
    report = find_judging_round_report(stored_round, with_excluded=switch.with_excluded)
    machines = find_machine_scores(stored_round)
    system_rows = []
    for row in report.systems:
        system_rows.append((row, [machine.find(row.system) for machine in machines]))
    is_preference = stored_round.method == JudgingRound.Method.PREFERENCE
    context = {
        **_round_context(request, project, stored_round, stored_round.name),
        **comparing,
        "report": report,
        "machines": machines,
        "system_rows": system_rows,
        "switch": switch,
        "reasons": sorted({row.alpha.reason for row in report.alphas} - {""}),
        "wording": Wording.from_json(stored_round.wording),
        "is_preference": is_preference,
        "is_penalty": is_penalty(stored_round.method),
        "has_spans": find_scheme(stored_round.method) is not None,
        "resamples": RESAMPLES,
        "seed": SEED,
        "can_reopen": was_closed_lately(stored_round),
        "history": list_acts(stored_round),
        "lacks_annotators": stored_round.state == JudgingRound.State.OPEN
        and not report.judgements
        and not project.memberships.active().annotators().exists(),
    }
    return render(request, "evaluation/judging/judging_round.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
def judgement_wording(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Change the wording of a judging round."""
    project = request.project
    judging_round = get_object_or_404(project.judging_rounds, number=number)
    form = WordingForm(request.POST or None, method=judging_round.method, wording=judging_round.wording)
    if request.method == "POST" and form.is_valid():
        reword_judging_round(user=request.user, judging_round=judging_round, wording=form.read_wording())
        messages.success(request, "The wording was saved.")
        return redirect("evaluation:judging_round", slug, number)
    context = {**_round_context(request, project, judging_round, "Wording"), "form": form}
    return render(request, "evaluation/judging/judgement_wording.html", context, status=400 if form.errors else 200)


@require_POST
@admits(can_manage)
def judging_round_close(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Close a judging round, so that no more of its items are assigned."""
    project = request.project
    judging_round = get_object_or_404(project.judging_rounds, number=number)
    close_judging_round(user=request.user, judging_round=judging_round)
    messages.success(
        request,
        "The judging round was closed. Its items are no longer assigned; those with two judgements or more can be "
        "adjudicated.",
    )
    return redirect("evaluation:judging_round", slug, number)


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
def judging_round_reopen(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Say what reopening a round does, then reopen it."""
    project = request.project
    judging_round = get_object_or_404(project.judging_rounds, number=number)
    if request.method == "POST":
        reopen_judging_round(user=request.user, judging_round=judging_round)
        messages.success(request, "The judging round is open again.")
        return redirect("evaluation:judging_round", slug, number)
    can_reopen = was_closed_lately(judging_round)
    context = {
        **_round_context(request, project, judging_round, "Reopen"),
        "returned": closed_items(judging_round).count() if can_reopen else 0,
        "can_reopen": can_reopen,
        "obstacle": "This judging round is open." if judging_round.closed_at is None else TOO_LATE,
    }
    return render(request, "evaluation/judging/judging_round_reopen.html", context)


@require_safe
@admits(can_see_everyones_work)
def judgement_table(request: SignedInRequest, slug: str, number: int) -> StreamingHttpResponse:
    """Send every answer in long form, as CSV."""
    project = request.project
    judging_round = get_object_or_404(project.judging_rounds, number=number)
    require_readable(request.user, judging_round)
    rows = list_judgements(judging_round, with_excluded=read_switch(project, request.GET).with_excluded)
    answer = StreamingHttpResponse(write_csv(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="judgements-{slug}-{number}.csv"'
    return answer


def _round_context(
    request: SignedInRequest, project: Project, judging_round: JudgingRound, page_name: str
) -> dict[str, Any]:
    return {**project_context(request.user, project, TAB), "page_name": page_name, "judging_round": judging_round}


@require_POST
@admits(can_annotate)
@translated
def judging_round_choose(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Let the judge finish a round first, and go on with its next item."""
    project = request.project
    judging_round = get_object_or_404(project.judging_rounds, number=number)
    choose_judging_round(user=request.user, project=project, judging_round=judging_round)
    return go_on(request, project)
