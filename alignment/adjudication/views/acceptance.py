"""Accepting all pairs on which everybody agrees, and undoing that."""

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST

from alignment.adjudication.services.acceptance import accept_agreed, undo_acceptance
from alignment.projects.access import admits
from annotation_site.adjudication.queues import AGREED
from annotation_site.assignments.forms import OperationForm
from annotation_site.languages.locales import translated
from annotation_site.languages.numbers import say_count
from annotation_site.projects.abilities import can_adjudicate
from annotation_site.projects.access import SignedInRequest
from annotation_site.web.exceptions import DomainError


@require_POST
@admits(can_adjudicate)
@translated
def accept(request: SignedInRequest, slug: str) -> HttpResponse:
    """Adjudicate every pair on which all agree."""
    project = request.project
    form = OperationForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("The form is incomplete. Try again."))
        return _to_agreed(slug)
    try:
        accepted = accept_agreed(user=request.user, project=project, **form.cleaned_data)
    except DomainError as error:
        messages.error(request, error.sentence)
    else:
        sentence = ngettext("%(n)s pair was accepted.", "%(n)s pairs were accepted.", accepted.pairs)
        messages.success(request, sentence % {"n": say_count(accepted.pairs)})
    return _to_agreed(slug)


@require_POST
@admits(can_adjudicate)
@translated
def acceptance_undo(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Undo one acceptance."""
    project = request.project
    get_object_or_404(project.acceptances, number=number)
    form = OperationForm(request.POST)
    if not form.is_valid():
        messages.error(request, _("The form is incomplete. Try again."))
        return _to_agreed(slug)
    try:
        undo_acceptance(user=request.user, project=project, number=number, **form.cleaned_data)
    except DomainError as error:
        messages.error(request, error.sentence)
    else:
        messages.success(request, _("The acceptance was undone. Existing decisions are kept."))
    return _to_agreed(slug)


def _to_agreed(slug: str) -> HttpResponse:
    return redirect(f"{reverse('alignment:adjudication', args=[slug])}?show={AGREED}")
