"""A test set with its scores."""

from django.http import HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.access import SignedInRequest
from evaluation.boards.queries.boards import read_board
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.queries import have_older_expressions
from evaluation.test_sets.views.test_sets import describe_jobs, open_test_set, test_set_context


@require_safe
@admits_with_test_sets(can_see_results)
def test_set(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show one test set: systems × measures, best first."""
    test_set = open_test_set(request, pk)
    jobs = describe_jobs(request, test_set)
    chosen_keys = request.GET.getlist("show")
    board = read_board(test_set, keys=chosen_keys, by=request.GET.get("by", ""))
    chosen = [("show", head.key) for head in board.heads] if chosen_keys else []
    by = [("by", board.by.key)] if board.by and "by" in request.GET else []
    plot = board.plot()
    context = {
        **test_set_context(request, test_set, test_set.name),
        "board": board,
        "heads": [(head, urlencode([("by", head.key), *chosen])) for head in board.heads],
        "query": urlencode([*by, *chosen]),
        "plot": plot.to_svg() if plot and len(board.points) > 1 else "",
        "has_older_expressions": have_older_expressions(test_set, board.scores),
        "reasons": sorted({reason for score in board.scores for reason in score.the_reasons.values()}),
        **jobs,
    }
    return render(request, "evaluation/test_sets/test_set.html", context)
