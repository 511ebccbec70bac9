"""Requests for more ratings of single items."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_POST

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.web.exceptions import DomainError
from idiomaticity.projects.access import admits
from idiomaticity.required_ratings.forms import RequiredRatingsForm
from idiomaticity.required_ratings.services import raise_required_ratings


@require_POST
@admits(can_manage)
def raise_required(request: SignedInRequest, slug: str) -> HttpResponse:
    """Raise the number of required ratings of the selected items."""
    project = request.project
    form = RequiredRatingsForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(str(line) for lines in form.errors.values() for line in lines))
        return redirect("evaluation:rating_plan", slug)
    try:
        raised = raise_required_ratings(user=request.user, project=project, **form.cleaned_data)
    except DomainError as error:
        messages.error(request, error.sentence)
    else:
        required = form.cleaned_data["required"]
        messages.success(
            request, f"{raised} {'item now requires' if raised == 1 else 'items now require'} {required} ratings."
        )
    return redirect("evaluation:rating_plan", slug)
