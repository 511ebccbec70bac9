"""The annotators' steps on an assignment of any kind, as plain forms."""

from collections.abc import Callable
from typing import Any

from django import forms
from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST

from annotation_site.assignments.forms import CommentForm, OperationForm, SkipForm, StepForm
from annotation_site.assignments.kinds import AnnotationKind, find_kind
from annotation_site.assignments.models import Assignment
from annotation_site.assignments.queries import find_own
from annotation_site.assignments.services.assignments import post_comment, resume_assignment, skip_assignment
from annotation_site.assignments.services.submissions import reopen_assignment, submit_and_lease
from annotation_site.assignments.views.work import follows_corrections, go_on, show
from annotation_site.languages.locales import translated
from annotation_site.projects.access import OWNER, SignedInRequest, admits
from annotation_site.web.exceptions import DomainError

Step = Callable[[dict[str, Any]], HttpResponse]


@require_POST
@never_cache
@admits(OWNER)
@translated
@follows_corrections
def submit(request: SignedInRequest, pk: int, project_kind: str) -> HttpResponse:
    """Submit and go on; input stays on the page if it cannot be submitted yet."""
    kind = find_kind(project_kind)
    form = kind.submit_form(request.POST, find_own(request.user, pk, kind))

    def step(fields: dict[str, Any]) -> HttpResponse:
        done, leased = submit_and_lease(
            user=request.user,
            assignment_id=pk,
            operation_id=fields["operation_id"],
            version=fields["version"],
            read=lambda kind: form.read_content(),
        )
        return go_on(request, done.item.project, submitted=done, leased=leased)

    return _take(request, pk, kind, form, step)


@require_POST
@never_cache
@admits(OWNER)
@translated
@follows_corrections
def skip(request: SignedInRequest, pk: int, project_kind: str) -> HttpResponse:
    """Skip with a reason and go on."""

    def step(fields: dict[str, Any]) -> HttpResponse:
        done = skip_assignment(user=request.user, assignment_id=pk, **fields)
        return go_on(request, done.item.project)

    return _take_own(request, pk, project_kind, SkipForm(request.POST), step)


@require_POST
@never_cache
@admits(OWNER)
@translated
@follows_corrections
def reopen(request: SignedInRequest, pk: int, project_kind: str) -> HttpResponse:
    return _stay(request, pk, project_kind, StepForm(request.POST), reopen_assignment)


@require_POST
@never_cache
@admits(OWNER)
@translated
@follows_corrections
def resume(request: SignedInRequest, pk: int, project_kind: str) -> HttpResponse:
    """Resume skipped or expired work."""
    return _stay(request, pk, project_kind, OperationForm(request.POST), resume_assignment)


@require_POST
@never_cache
@admits(OWNER)
@translated
@follows_corrections
def comment(request: SignedInRequest, pk: int, project_kind: str) -> HttpResponse:
    return _stay(request, pk, project_kind, CommentForm(request.POST), post_comment)


def _stay(
    request: SignedInRequest, pk: int, project_kind: str, form: forms.Form, service: Callable[..., object]
) -> HttpResponse:
    """Take a step after which the same assignment is shown."""

    def step(fields: dict[str, Any]) -> HttpResponse:
        service(user=request.user, assignment_id=pk, **fields)
        kind = find_kind(project_kind)
        return redirect(kind.route(kind.page), pk)

    return _take_own(request, pk, project_kind, form, step)


def _take_own(request: SignedInRequest, pk: int, project_kind: str, form: forms.Form, step: Step) -> HttpResponse:
    own = Assignment.objects.for_annotator(request.user).filter(item__project__kind=project_kind)
    get_object_or_404(own.only("pk"), pk=pk)
    return _take(request, pk, find_kind(project_kind), form, step)


def _take(request: SignedInRequest, pk: int, kind: AnnotationKind, form: forms.Form, step: Step) -> HttpResponse:
    """Take the step, or show the page again with the reason for the refusal."""
    if not form.is_valid():
        messages.error(request, _("Some fields are missing. Try again from this page."))
        return show(request, pk, kind, status=400, form=form)
    try:
        return step(form.cleaned_data)
    except DomainError as error:
        messages.error(request, error.sentence)
        # What somebody else's tab stored comes before what this one holds.
        return show(request, pk, kind, status=error.status, form=form if error.status == 400 else None)
