"""Boards: the list, and the board of a test set as files: its tables and its plot."""

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_safe

from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.navigation import project_context
from annotation_site.web.plot_files import answer_plot
from annotation_site.web.table_files import answer_csv, answer_latex
from evaluation.boards.queries.boards import read_board, table_of_board, table_of_scores
from evaluation.boards.queries.scores import newest_scores
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.queries import list_test_sets
from evaluation.test_sets.views.test_sets import BOARDS, PAGE_SIZE, open_test_set


@require_safe
@admits_with_test_sets(can_see_results)
def boards(request: SignedInRequest, slug: str) -> HttpResponse:
    """List the boards of all test sets, newest first; the only one is shown at once."""
    project = request.project
    listed = list(list_test_sets(project)[:2])
    if len(listed) == 1:
        return redirect("evaluation:test_set", slug, listed[0].pk)
    context = {
        **project_context(request.user, project, BOARDS),
        "page_name": "Boards",
        "page": Paginator(list_test_sets(project), PAGE_SIZE).get_page(request.GET.get("page")),
    }
    return render(request, "evaluation/boards/boards.html", context)


@require_safe
@admits_with_test_sets(can_see_results)
def test_set_table(request: SignedInRequest, slug: str, pk: int) -> StreamingHttpResponse:
    """Send the board as CSV, with every figure unrounded."""
    test_set = open_test_set(request, pk)
    return answer_csv(table_of_scores(newest_scores(test_set), test_set.segment_count), f"{slug}-test-set-{pk}-scores")


@require_safe
@admits_with_test_sets(can_see_results)
def test_set_latex(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Send the shown columns as a LaTeX table for a paper: values as displayed, without intervals."""
    board = read_board(open_test_set(request, pk), keys=request.GET.getlist("show"), by=request.GET.get("by", ""))
    return answer_latex(table_of_board(board), f"{slug}-test-set-{pk}")


@require_safe
@admits_with_test_sets(can_see_results)
def test_set_plot(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Send a plot of the figure by which the board is sorted."""
    board = read_board(open_test_set(request, pk), by=request.GET.get("by", ""))
    plot = board.plot()
    if plot is None:
        raise Http404("No scores yet.")
    return answer_plot(request, plot, f"{slug}-test-set-{pk}-scores")
