"""Answering a step of an adjudicator, of every kind whose page is one form: deciding, and undoing."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.utils.translation import gettext as _

from annotation_site.web.access import SignedInRequest
from annotation_site.web.exceptions import DomainError


def take_step(
    request: SignedInRequest,
    form: forms.Form,
    step: Callable[[dict[str, Any]], HttpResponse],
    show: Callable[[int], HttpResponse],
) -> HttpResponse:
    """Take a step with the fields that were sent, or show the page again, with this status and the reason of the
    refusal: somebody else has decided since, or something is missing.
    """
    if not form.is_valid():
        messages.error(request, _("The form is incomplete. Try again."))
        return show(400)
    try:
        return step(form.cleaned_data)
    except DomainError as error:
        messages.error(request, error.sentence)
        return show(error.status)
