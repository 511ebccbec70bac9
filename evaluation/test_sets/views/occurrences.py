"""Pages of occurrences of each expression in a test set."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.access import SignedInRequest
from annotation_site.web.plot_files import answer_plot
from annotation_site.web.table_files import answer_table
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.occurrences import MOST_BARS, count_occurrences, plot_occurrences
from evaluation.test_sets.queries import count_classes, list_marked_expressions
from evaluation.test_sets.views.test_sets import open_test_set, test_set_context

PAGE_SIZE = 50


@require_safe
@admits_with_test_sets(can_see_results)
def occurrences(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the plot, the classes, and every expression, most frequent first."""
    test_set = open_test_set(request, pk)
    rows = count_occurrences(list_marked_expressions(test_set))
    context: dict[str, Any] = {
        **test_set_context(request, test_set, "Occurrences"),
        "plot": plot_occurrences(rows).to_svg() if rows else "",
        "most_bars": MOST_BARS,
        "total": sum(row.count for row in rows),
        "classes": count_classes(test_set),
        "page": Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page")),
    }
    return render(request, "evaluation/test_sets/occurrences.html", context)


@require_safe
@admits_with_test_sets(can_see_results)
def occurrences_plot(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Return the plot as an SVG file with its own colours."""
    rows = count_occurrences(list_marked_expressions(open_test_set(request, pk)))
    if not rows:
        raise Http404("No marked expressions yet.")
    return answer_plot(request, plot_occurrences(rows), f"{slug}-test-set-{pk}-occurrences")


@require_safe
@admits_with_test_sets(can_see_results)
def occurrences_table(
    request: SignedInRequest, slug: str, pk: int, ending: str
) -> HttpResponse | StreamingHttpResponse:
    """Return the occurrences as CSV or LaTeX."""
    rows = count_occurrences(list_marked_expressions(open_test_set(request, pk)))
    lines: list[list[object]] = [[row.label, row.count, row.discontinuous, row.class_names] for row in rows]
    table: list[list[object]] = [["expression", "occurrences", "discontinuous", "classes"], *lines]
    return answer_table(ending, table, f"{slug}-test-set-{pk}-occurrences")
