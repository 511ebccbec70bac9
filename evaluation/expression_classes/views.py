"""Pages for the classes of a test set's expressions: their counts, and copying them from a compositionality project."""

from collections.abc import Callable
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBadRequest
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from annotation_site.assignments.forms import StepForm
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.web.exceptions import DomainError
from evaluation.expression_classes.forms import TakeClassesForm
from evaluation.expression_classes.services import clear_classes, take_classes, undo_classes
from evaluation.marked_expressions.models import ExpressionClassChange
from evaluation.marked_expressions.queries import count_class_changes, find_last_class_change, read_class_changes
from evaluation.projects.access import admits_with_test_sets
from evaluation.sources.compositionality import find_compound_projects
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.queries import count_classes
from evaluation.test_sets.views.test_sets import open_test_set, test_set_context

CHANGES_SHOWN = 20
Service = Callable[..., ExpressionClassChange | None]


@require_http_methods(["GET", "HEAD", "POST"])
@admits_with_test_sets(can_manage)
def expression_classes(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the classes, their history, and a form for copying classes from a compositionality project."""
    test_set = open_test_set(request, pk)
    projects = find_compound_projects(request.user, test_set.source_language)
    form = TakeClassesForm(request.POST if request.method == "POST" else None, projects=projects)
    if request.method != "POST" or not form.is_valid():
        return _render_classes(request, test_set, form, status=400 if form.errors else 200)
    try:
        change = take_classes(user=request.user, test_set=test_set, **form.service_arguments())
    except DomainError as error:
        form.add_error(None, error.sentence)
        return _render_classes(request, test_set, form, status=error.status)
    messages.success(request, _format_change(change))
    return redirect("evaluation:expression_classes", slug, pk)


@require_POST
@admits_with_test_sets(can_manage)
def expression_classes_clear(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Clear every class."""
    return _step(request, slug, pk, clear_classes)


@require_POST
@admits_with_test_sets(can_manage)
def expression_classes_undo(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Undo the latest change."""
    return _step(request, slug, pk, undo_classes)


def _step(request: SignedInRequest, slug: str, pk: int, service: Service) -> HttpResponse:
    test_set = open_test_set(request, pk)
    step = StepForm(request.POST)
    if not step.is_valid():
        return HttpResponseBadRequest("The form is incomplete.", content_type="text/plain; charset=utf-8")
    try:
        change = service(user=request.user, test_set=test_set, **step.cleaned_data)
    except DomainError as error:
        form = TakeClassesForm(projects=find_compound_projects(request.user, test_set.source_language))
        return _render_classes(request, test_set, form, error.sentence, status=error.status)
    messages.success(request, _format_change(change))
    return redirect("evaluation:expression_classes", slug, pk)


def _format_change(change: ExpressionClassChange | None) -> str:
    if change is None:
        return "This was already done."
    count = len(change.changes)
    return f"{count:,} expression{'s have' if count != 1 else ' has'} a new class."


def _render_classes(
    request: SignedInRequest, test_set: TestSet, form: TakeClassesForm, fault: str = "", *, status: int = 200
) -> HttpResponse:
    classes = count_classes(test_set)
    context: dict[str, Any] = {
        **test_set_context(request, test_set, "Compound classes"),
        "form": form,
        "fault": fault,
        "classes": classes,
        "has_classes": any(class_count.name for class_count in classes),
        "has_projects": form.fields["source"].queryset.exists(),  # type: ignore[attr-defined]
        "classes_version": count_class_changes(test_set),
        "operation_ids": [uuid4() for _ in range(3)],
        "can_undo": find_last_class_change(test_set) is not None,
        "changes": read_class_changes(test_set)[:CHANGES_SHOWN],
    }
    return render(request, "evaluation/expression_classes/expression_classes.html", context, status=status)
