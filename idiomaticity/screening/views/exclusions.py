"""Exclusion of several annotators in one step, with a preview, and its undo."""

from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from annotation_site.exclusions.queries import list_bulk_exclusions
from annotation_site.exclusions.services import exclude_annotators, undo_exclusions
from annotation_site.projects.abilities import can_manage
from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.screening.exclusion_rules import Rule
from idiomaticity.screening.forms import BulkExcludeForm, RuleForm, UndoForm
from idiomaticity.screening.queries.competence import find_competence
from idiomaticity.screening.queries.suggested import preview_exclusions

PAGE = "idiomaticity:bulk_exclusion"


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@admits(can_manage)
def bulk_exclusion(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show whom a rule suggests, and what their exclusion would change; POST excludes those that stay selected."""
    project = request.project
    rule_form = RuleForm(request.GET)
    rule = rule_form.read_rule() if rule_form.is_valid() else Rule()
    found = preview_exclusions(project, rule, without_person=request.user.pk)
    names = [each.quality.annotator.pseudonym for each in found.suggested]
    initial = {"operation_id": uuid4(), "reason": rule.describe()}
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
            return redirect(PAGE, slug)
    context = {
        **rating_context(request.user, project, "idiomaticity:annotator_quality"),
        "page_name": "Exclude several",
        "rule_form": rule_form,
        "has_competence": find_competence(project) is not None,
        "found": found,
        "form": form,
        "chosen": request.POST.getlist("annotators") if form.is_bound else names,
        "made": list_bulk_exclusions(project),
    }
    is_refused = bool(form.errors or rule_form.errors)
    return render(request, "idiomaticity/screening/bulk_exclusion.html", context, status=400 if is_refused else 200)


@require_POST
@admits(can_manage)
def bulk_exclusion_undo(request: SignedInRequest, slug: str) -> HttpResponse:
    """Lift every exclusion of a step that still stands."""
    project = request.project
    form = UndoForm(request.POST)
    if not form.is_valid():
        messages.error(request, "The form is incomplete. Try again.")
        return redirect(PAGE, slug)
    try:
        lifted = undo_exclusions(user=request.user, project=project, **form.cleaned_data)
    except DomainError as error:
        messages.error(request, error.sentence)
    else:
        who = "1 annotator was" if lifted == 1 else f"{lifted:,} annotators were"
        messages.success(request, f"{who} included again.")
    return redirect(PAGE, slug)
