"""A measure by class, form and length, and by expression: pages, tables and plots."""

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation_site.figures.plots import Plot
from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.access import SignedInRequest
from annotation_site.web.plot_files import answer_plot
from annotation_site.web.table_files import answer_table
from evaluation.boards.plots import Group, Point, plot_groups
from evaluation.boards.queries.breakdowns import (
    GroupPart,
    print_expressions,
    print_groups,
    read_expressions,
    read_groups,
    table_of_expressions,
    table_of_groups,
)
from evaluation.boards.queries.columns import note_unranked, read_unranked
from evaluation.boards.queries.scores import newest_keys
from evaluation.measures.registry import BY_EXPRESSION, MEASURES, find_measure, sort_measures
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.views.test_sets import open_test_set, test_set_context

PAGE_SIZE = 50


@require_safe
@admits_with_test_sets(can_see_results)
def groups(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show a measure by class, form and length."""
    test_set = open_test_set(request, pk)
    measure = choose_any_measure(request, test_set)
    systems, parts = read_groups(test_set, measure)
    context = {
        **test_set_context(request, test_set, "Groups"),
        "measure": measure,
        "is_error": find_measure(measure).lower_is_better,
        "is_corpus": find_measure(measure).is_corpus,
        "choices": list_measured(test_set),
        "systems": systems,
        "notes": note_unranked(read_unranked(test_set, measure)),
        "parts": [(part, _plot(systems, part, measure).to_svg() if part.has_values else "") for part in parts],
    }
    return render(request, "evaluation/boards/groups.html", context)


@require_safe
@admits_with_test_sets(can_see_results)
def groups_table(request: SignedInRequest, slug: str, pk: int, ending: str) -> HttpResponse | StreamingHttpResponse:
    """Send the groups as CSV or LaTeX."""
    test_set = open_test_set(request, pk)
    measure = choose_any_measure(request, test_set)
    systems, parts = read_groups(test_set, measure)
    printed = print_groups(systems, parts, read_unranked(test_set, measure))
    return answer_table(ending, table_of_groups(systems, parts), f"{slug}-test-set-{pk}-groups", printed=printed)


@require_safe
@admits_with_test_sets(can_see_results)
def groups_plot(request: SignedInRequest, slug: str, pk: int, dimension: str) -> HttpResponse:
    """Send the plot of one dimension."""
    test_set = open_test_set(request, pk)
    measure = choose_any_measure(request, test_set)
    systems, parts = read_groups(test_set, measure)
    part = next((part for part in parts if part.dimension == dimension and part.has_values), None)
    if part is None:
        raise Http404("There is nothing to plot.")
    return answer_plot(request, _plot(systems, part, measure), f"{slug}-test-set-{pk}-{dimension}")


@require_safe
@admits_with_test_sets(can_see_results)
def expressions(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show each expression's mean per system, worst first."""
    test_set = open_test_set(request, pk)
    measure = _choose_measure(request)
    systems, rows = read_expressions(test_set, measure)
    context: dict[str, Any] = {
        **test_set_context(request, test_set, "Expressions"),
        "measure": measure,
        "is_error": find_measure(measure).lower_is_better,
        "choices": [(name, MEASURES[name].title) for name in BY_EXPRESSION],
        "systems": systems,
        "page": Paginator(rows, PAGE_SIZE).get_page(request.GET.get("page")),
    }
    return render(request, "evaluation/boards/expressions.html", context)


@require_safe
@admits_with_test_sets(can_see_results)
def expressions_table(
    request: SignedInRequest, slug: str, pk: int, ending: str
) -> HttpResponse | StreamingHttpResponse:
    """Send the expressions as CSV or LaTeX."""
    test_set = open_test_set(request, pk)
    measure = _choose_measure(request)
    systems, rows = read_expressions(test_set, measure)
    is_error = find_measure(measure).lower_is_better
    printed = print_expressions(systems, rows, read_unranked(test_set, measure), is_error=is_error)
    name = f"{slug}-test-set-{pk}-{measure}"
    return answer_table(ending, table_of_expressions(systems, rows), name, printed=printed)


def list_measured(test_set: TestSet) -> list[tuple[str, str]]:
    """Return the names and titles of the test set's measures, in the order of the board."""
    return [(measure.name, measure.title) for measure in sort_measures(newest_keys(test_set))]


def choose_any_measure(request: SignedInRequest, test_set: TestSet) -> str:
    """Return the measure named in the request, by default the first on the board; 404 for an unknown one."""
    choices = list_measured(test_set)
    submitted = request.POST if request.method == "POST" else request.GET
    measure = submitted.get("measure") or (choices[0][0] if choices else next(iter(MEASURES)))
    if measure not in MEASURES and measure not in dict(choices):
        raise Http404("There is no such measure.")
    return measure


def _choose_measure(request: SignedInRequest) -> str:
    measure = request.GET.get("measure", BY_EXPRESSION[0])
    if measure not in BY_EXPRESSION:
        raise Http404("There is no such measure.")
    return measure


def _plot(systems: list[str], part: GroupPart, measure: str) -> Plot:
    groups = []
    for row in part.rows:
        points = []
        for name, value in zip(systems, row.values, strict=True):
            point = None
            if value and value["value"] is not None:
                point = Point(name, value["value"], value["interval"])
            points.append(point)
        groups.append(Group(row.name, points))
    described_measure = find_measure(measure)
    return plot_groups(
        groups, part.dimension, part.title, described_measure.title, is_error=described_measure.lower_is_better
    )
