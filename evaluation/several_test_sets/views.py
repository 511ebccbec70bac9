"""The page of several test sets side by side, and its files."""

from typing import Any

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.navigation import project_context
from annotation_site.web.table_files import answer_table
from evaluation.projects.access import admits_with_test_sets
from evaluation.several_test_sets.forms import SeveralForm
from evaluation.several_test_sets.queries.figures import offer_test_sets
from evaluation.several_test_sets.queries.tables import print_several, table_of_several
from evaluation.test_sets.views.test_sets import BOARDS


@require_safe
@admits_with_test_sets(can_see_results)
def several_test_sets(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show systems by figures and test sets."""
    project = request.project
    own, others = offer_test_sets(request.user, project)
    form = SeveralForm(request.GET, own=own, others=others)
    context: dict[str, Any] = {
        **project_context(request.user, project, BOARDS),
        "page_name": "Several test sets",
        "form": form,
        "table": form.read_table() if form.is_valid() else None,
        "query": request.GET.urlencode(),
    }
    status = 400 if form.errors and request.GET else 200
    return render(request, "evaluation/several_test_sets/several_test_sets.html", context, status=status)


@require_safe
@admits_with_test_sets(can_see_results)
def several_test_sets_table(request: SignedInRequest, slug: str, ending: str) -> HttpResponse | StreamingHttpResponse:
    """Send the table as CSV, with every figure unrounded, or LaTeX."""
    project = request.project
    own, others = offer_test_sets(request.user, project)
    form = SeveralForm(request.GET, own=own, others=others)
    if not form.is_valid():
        raise Http404("There is no such table.")
    table = form.read_table()
    return answer_table(ending, table_of_several(table), f"{slug}-test-sets", printed=print_several(table))
