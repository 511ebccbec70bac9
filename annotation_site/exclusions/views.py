"""Excluding an annotator from every figure, and lifting it, from the page about their work."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from annotation_site.assignments.forms import OperationForm
from annotation_site.exclusions.forms import ExcludeForm
from annotation_site.exclusions.models import Exclusion
from annotation_site.exclusions.queries import list_excluding_kinds
from annotation_site.exclusions.services import exclude_annotator, lift_exclusion
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Membership


@require_POST
@admits(can_manage, kinds=list_excluding_kinds)
def exclude(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Exclude the annotator from every figure."""
    project = request.project
    form = ExcludeForm(request.POST)
    if form.is_valid():
        excluded = exclude_annotator(user=request.user, project=project, annotator_id=pk, **form.cleaned_data)
        name = excluded.membership.pseudonym
        given_out = " Their items are assigned to others." if find_kind(project.kind).gives_out_again else ""
        messages.success(request, f"Annotator {name} was excluded from all figures. Nothing was deleted.{given_out}")
    else:
        messages.error(request, "Give a reason for the exclusion.")
    return redirect(find_kind(project.kind).annotator_page, slug, pk)


@require_POST
@admits(can_manage, kinds=list_excluding_kinds)
def lift(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Lift the exclusion."""
    project = request.project
    form = OperationForm(request.POST)
    operation_id = form.cleaned_data["operation_id"] if form.is_valid() else None
    lift_exclusion(user=request.user, project=project, annotator_id=pk, operation_id=operation_id)
    messages.success(request, "The annotator was included again.")
    return redirect(find_kind(project.kind).annotator_page, slug, pk)


def exclusion_context(annotator: Membership) -> dict[str, Any]:
    """Return the context of `exclusions/_exclusion.html`; the page adds the `annotator`."""
    history: list[Exclusion] = list(annotator.exclusions.select_related("by", "lifted_by"))
    return {
        "history": history,
        "exclusion": next((past for past in history if past.lifted_at is None), None),
        "gives_out_again": find_kind(annotator.project.kind).gives_out_again,
        "form": ExcludeForm(initial={"operation_id": uuid4()}),
        "operation_id": uuid4(),
    }
