"""The segments of a test set, and one of them with the reasons for its scores."""

from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.access import SignedInRequest
from evaluation.boards.queries.reasons import merge_readings, read_segment
from evaluation.metrics.highlights import highlight_spans
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.models import Segment
from evaluation.test_sets.queries import find_segments
from evaluation.test_sets.views.test_sets import open_test_set, test_set_context

PAGE_SIZE = 50


@require_safe
@admits_with_test_sets(can_see_results)
def segments(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the segments, or those with one expression."""
    test_set = open_test_set(request, pk)
    label = request.GET.get("label", "").replace("\0", "")
    page = Paginator(find_segments(test_set, label), PAGE_SIZE).get_page(request.GET.get("page"))
    context = {**test_set_context(request, test_set, "Segments"), "label": label, "page": page}
    return render(request, "evaluation/boards/segments.html", context)


@require_safe
@admits_with_test_sets(can_see_results)
def segment(request: SignedInRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Show every system's translation of a segment with the reasons for its scores."""
    test_set = open_test_set(request, pk)
    segment_shown: Segment = get_object_or_404(test_set.segments.all(), number=number)
    segment_shown.test_set = test_set
    marked = list(segment_shown.expressions.order_by("position"))
    spans = [span for expression in marked for span in expression.source_spans]
    reference_spans = [span for expression in marked for span in expression.reference_spans]
    references = [
        highlight_spans(text, () if index else reference_spans) for index, text in enumerate(segment_shown.references)
    ]
    context = {
        **test_set_context(request, test_set, f"Segment {number}"),
        "segment": segment_shown,
        "source": highlight_spans(segment_shown.source, spans),
        "references": references,
        "expressions": marked,
        "shared": merge_readings(read_segment(segment_shown), segment_shown.references),
        "previous": number - 1 if number > 1 else None,
        "following": number + 1 if number < test_set.segment_count else None,
    }
    return render(request, "evaluation/boards/segment.html", context)
