"""Pages for marking and correcting the expressions of a segment."""

from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpResponse, HttpResponseBadRequest
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST

from annotation_site.assignments.forms import StepForm
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.web.exceptions import DomainError
from evaluation.marked_expressions.forms import MarkedExpressionsForm, SegmentExpressions
from evaluation.marked_expressions.queries import find_last_change, read_expression_changes
from evaluation.marked_expressions.services import change_marked_expressions, undo_marked_expressions
from evaluation.metrics.highlights import highlight_spans
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.models import Segment
from evaluation.test_sets.queries import read_marked_expressions
from evaluation.test_sets.views.test_sets import open_test_set, test_set_context

CHANGES_SHOWN = 20


@require_http_methods(["GET", "HEAD", "POST"])
@admits_with_test_sets(can_manage)
def marked_expressions(request: SignedInRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Show a segment with a block of words to tick for each expression; POST saves them and shows the page again."""
    segment = _open_segment(request, pk, number)
    step = MarkedExpressionsForm(request.POST or None)
    sent = SegmentExpressions(segment, read_marked_expressions(segment), request.POST or None)
    if request.method != "POST":
        return _render_segment(request, segment, sent)
    if not step.is_valid():
        return HttpResponseBadRequest("The form is incomplete.", content_type="text/plain; charset=utf-8")
    fields = step.cleaned_data
    # With another number of blocks the page is of another version, which the service refuses.
    is_readable = fields["count"] == len(sent.forms) and fields["version"] == segment.expressions_version
    if is_readable and not sent.is_valid():
        return _render_segment(request, segment, sent, status=400)
    try:
        change_marked_expressions(
            user=request.user,
            test_set=segment.test_set,
            number=number,
            version=fields["version"],
            operation_id=fields["operation_id"],
            expressions=sent.expressions() if is_readable else (),
        )
    except DomainError as error:
        is_old = error.status == 409
        segment.refresh_from_db(fields=["expressions_version"])
        shown = SegmentExpressions(segment, read_marked_expressions(segment)) if is_old else sent
        return _render_segment(request, segment, shown, error.sentence, is_old=is_old, status=error.status)
    messages.success(request, "Saved.")
    return redirect("evaluation:marked_expressions", slug, pk, number)


@require_POST
@admits_with_test_sets(can_manage)
def marked_expressions_undo(request: SignedInRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Undo the latest change."""
    segment = _open_segment(request, pk, number)
    step = StepForm(request.POST)
    if not step.is_valid():
        return HttpResponseBadRequest("The form is incomplete.", content_type="text/plain; charset=utf-8")
    try:
        undo_marked_expressions(user=request.user, test_set=segment.test_set, number=number, **step.cleaned_data)
    except DomainError as error:
        segment.refresh_from_db(fields=["expressions_version"])
        shown = SegmentExpressions(segment, read_marked_expressions(segment))
        return _render_segment(request, segment, shown, error.sentence, is_old=True, status=error.status)
    messages.success(request, "The change was undone.")
    return redirect("evaluation:marked_expressions", slug, pk, number)


def _open_segment(request: SignedInRequest, pk: int, number: int) -> Segment:
    test_set = open_test_set(request, pk)
    segment: Segment = get_object_or_404(test_set.segments.all(), number=number)
    segment.test_set = test_set
    return segment


def _render_segment(
    request: SignedInRequest,
    segment: Segment,
    sent: SegmentExpressions,
    fault: str = "",
    *,
    is_old: bool = False,
    status: int = 200,
) -> HttpResponse:
    test_set, number = segment.test_set, segment.number
    changes = []
    for change in read_expression_changes(segment)[:CHANGES_SHOWN]:
        marked = [highlight_spans(segment.source, expression["source_spans"]) for expression in change.after]
        changes.append((change, marked))
    context: dict[str, Any] = {
        **test_set_context(request, test_set, "Marked expressions"),
        "segment": segment,
        "blocks": sent.blocks(),
        "count": len(sent.forms),
        "operation_id": uuid4(),
        "undo_id": uuid4(),
        "fault": fault,
        "is_old": is_old,
        "can_undo": find_last_change(segment) is not None,
        "changes": changes,
        "previous": number - 1 if number > 1 else None,
        "following": number + 1 if number < test_set.segment_count else None,
    }
    return render(request, "evaluation/marked_expressions/marked_expressions.html", context, status=status)
