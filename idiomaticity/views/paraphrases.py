"""Paraphrases of a project: their counts, and what is decided about them."""

from collections.abc import Callable, Sequence
from typing import Any
from uuid import uuid4

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from annotation_site.projects.exceptions import DomainError
from annotation_site.projects.exclusions import read_switch
from annotation_site.projects.models import Project, Role
from annotation_site.projects.tables import write_csv
from annotation_site.projects.views.access import SignedInRequest, fragment_login_required
from idiomaticity.models import Compound, Occurrence, Paraphrase
from idiomaticity.paraphrase_figures import CompoundFigures, add_up, find_writings, read_figures
from idiomaticity.paraphrase_forms import DecisionForm, JunkForm, ThresholdsForm, UndoForm
from idiomaticity.paraphrase_queue import list_latest, suggest_decisions
from idiomaticity.paraphrase_suggestions import SUSPICIOUS, JunkThresholds
from idiomaticity.paraphrase_tables import CompoundParaphrases, read_all, read_decisions
from idiomaticity.paraphrases import PAPER, Thresholds
from idiomaticity.services.paraphrases import Wish, decide_paraphrase, undo_paraphrase
from idiomaticity.views.access import open_project, rating_context

PAGE_SIZE, SHOWN, FORMS_SHOWN = 100, 30, 4
# So many compounds have their answers in memory while a table is written.
PART = 50
ROLES = (Role.MANAGER, Role.ADJUDICATOR)


@require_safe
@login_required
def paraphrases(request: SignedInRequest, slug: str) -> HttpResponse:
    """The figures of §3.3 of the paper, over all compounds and for each."""
    project = open_project(request.user, slug, *ROLES)
    form, thresholds = _read_thresholds(request)
    switch = read_switch(project, request.GET)
    figures = read_figures(project, thresholds, with_excluded=switch.with_excluded)
    page = Paginator(figures, PAGE_SIZE).get_page(request.GET.get("page"))
    context = {
        **rating_context(request.user, project, "idiomaticity:paraphrases"),
        "page_name": "Paraphrases",
        "switch": switch,
        "form": form,
        "thresholds": thresholds,
        "counts": add_up(figures),
        "page": page,
        "rows": _describe_rows(project, list(page), with_excluded=switch.with_excluded),
        "has_any": Paraphrase.objects.submitted(project).exists(),
    }
    return render(request, "idiomaticity/paraphrases.html", context)


@fragment_login_required
@require_safe
def review_part(request: SignedInRequest, slug: str) -> HttpResponse:
    """How much there is to review, which takes longer to find than the page that leads there."""
    project = open_project(request.user, slug, *ROLES)
    context = {"project": project, "suggestions": len(suggest_decisions(project))}
    return render(request, "idiomaticity/_paraphrase_review_button.html", context)


@require_safe
@login_required
def paraphrases_table(request: SignedInRequest, slug: str) -> StreamingHttpResponse:
    """Every paraphrase that counts, with frequencies and class, as CSV."""
    project = open_project(request.user, slug, *ROLES)
    _, thresholds = _read_thresholds(request)
    with_excluded = read_switch(project, request.GET).with_excluded
    asked = Occurrence.objects.filter(compound__project=project, item__isnull=False)
    numbers = sorted(asked.order_by().values_list("number", flat=True).distinct())
    header = ("compound", "paraphrase", "class", "frequency", *(f"s{number}" for number in numbers), "variants")
    compounds = list(Compound.objects.filter(project=project).order_by("number"))
    parts = (compounds[start : start + PART] for start in range(0, len(compounds), PART))
    tables = (table for part in parts for table in read_all(project, thresholds, part, with_excluded=with_excluded))
    rows = (row for table in tables for row in _write_rows(table, numbers))
    answer = StreamingHttpResponse(write_csv([header, *rows]), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-paraphrases.csv"'
    return answer


@require_safe
@never_cache
@login_required
def review(request: SignedInRequest, slug: str) -> HttpResponse:
    """What is worth a decision, one after the other."""
    project = open_project(request.user, slug, *ROLES)
    form = JunkForm(request.GET if "overall" in request.GET else None)
    thresholds = JunkThresholds(**form.cleaned_data) if form.is_bound and form.is_valid() else SUSPICIOUS
    found = suggest_decisions(project, thresholds)
    context = {
        **rating_context(request.user, project, "idiomaticity:paraphrases"),
        "page_name": "Review paraphrases",
        "form": form,
        "total": len(found),
        "suggestions": [{"row": each, "operation_id": uuid4()} for each in found[:SHOWN]],
        "latest": [{**each, "operation_id": uuid4()} for each in list_latest(project)],
    }
    return render(request, "idiomaticity/paraphrase_review.html", context)


@require_safe
@never_cache
@login_required
def paraphrases_of(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Every form given for one compound, with what was decided about it."""
    project = open_project(request.user, slug, *ROLES)
    compound = get_object_or_404(Compound.objects.select_related("project"), project=project, number=number)
    (table,) = read_all(project, PAPER, [compound])
    decisions = read_decisions(project)
    context = {
        **rating_context(request.user, project, "idiomaticity:paraphrases"),
        "page_name": compound.text,
        "compound": compound,
        "rows": [
            {
                "form": form,
                "given": count,
                "decision": decisions.find(number, form),
                "is_own": (found := decisions.find(number, form)) is not None and found.compound is not None,
                "operation_id": uuid4(),
            }
            for form, count in table.given.items()
        ],
        "targets": [each.form for each, _ in table.forms],
        "latest": [{**each, "operation_id": uuid4()} for each in list_latest(project)],
    }
    return render(request, "idiomaticity/paraphrases_of.html", context)


@require_POST
@login_required
def decide(request: SignedInRequest, slug: str) -> HttpResponse:
    """Merge, reject, keep, or take such a decision away."""
    form = DecisionForm(request.POST)

    def act(project: Project, fields: dict[str, Any]) -> None:
        wish = Wish(fields["form"], fields["action"], fields["compound"], fields["into"])
        decide_paraphrase(user=request.user, project=project, operation_id=fields["operation_id"], wish=wish)

    return _act(request, slug, form, act)


@require_POST
@login_required
def undo(request: SignedInRequest, slug: str) -> HttpResponse:
    """Put a form back to what it was."""

    def act(project: Project, fields: dict[str, Any]) -> None:
        undo_paraphrase(
            user=request.user,
            project=project,
            operation_id=fields["operation_id"],
            decision=fields["decision"],
        )

    return _act(request, slug, UndoForm(request.POST), act)


def _act(
    request: SignedInRequest, slug: str, form: forms.Form, act: Callable[[Project, dict[str, Any]], None]
) -> HttpResponse:
    """Do it and go back to where it was asked for."""
    project = open_project(request.user, slug, *ROLES)
    if not form.is_valid():
        messages.error(request, "The form was not complete. Try again from this page.")
        return redirect("idiomaticity:paraphrase_review", project.slug)
    fields = form.cleaned_data
    try:
        act(project, fields)
    except DomainError as error:
        messages.error(request, error.sentence)
    if fields["page"]:
        return redirect("idiomaticity:paraphrases_of", project.slug, fields["page"])
    return redirect("idiomaticity:paraphrase_review", project.slug)


def _describe_rows(project: Project, shown: Sequence[CompoundFigures], *, with_excluded: bool) -> list[dict[str, Any]]:
    """A compound's counts, and its most frequent forms as most people wrote them."""
    frequent = {each.compound.pk: [form.form for form in each.forms[:FORMS_SHOWN]] for each in shown}
    writings = find_writings(project, frequent, with_excluded=with_excluded)
    return [
        {
            "compound": each.compound,
            "counts": each.counts,
            "forms": [
                (writings.get((each.compound.pk, form.form), form.form), form.total)
                for form in each.forms[:FORMS_SHOWN]
            ],
        }
        for each in shown
    ]


def _read_thresholds(request: SignedInRequest) -> tuple[ThresholdsForm, Thresholds]:
    form = ThresholdsForm(
        request.GET if "one_sentence" in request.GET else None,
        initial={"several_sentences": PAPER.several_sentences, "one_sentence": PAPER.one_sentence},
    )
    return form, Thresholds(**form.cleaned_data) if form.is_bound and form.is_valid() else PAPER


def _write_rows(table: CompoundParaphrases, numbers: list[int]) -> list[tuple[object, ...]]:
    return [
        (
            table.compound.text,
            each.text,
            found,
            each.total,
            *(dict(zip(table.sentences, each.frequencies, strict=False)).get(number, "") for number in numbers),
            "; ".join(each.variants),
        )
        for each, found in table.forms
    ]
