"""Tables of judging rounds as files."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from annotation_site.exclusions.queries import read_switch
from annotation_site.projects.abilities import can_see_everyones_work
from annotation_site.web.access import SignedInRequest, open_project
from evaluation.correlation.queries.human_scores import find_judging_round_report
from evaluation.figures.files import answer_table
from evaluation.judging.figures.tables import TABLES


@login_required
@require_safe
def judgement_results(
    request: SignedInRequest, slug: str, number: int, table: str, ending: str
) -> HttpResponse | StreamingHttpResponse:
    """Send one table of the judging round's results so far."""
    project = open_project(request.user, slug, can_see_everyones_work)
    found = get_object_or_404(project.judging_rounds, number=number)
    report = find_judging_round_report(found, with_excluded=read_switch(project, request.GET).with_excluded)
    if table not in TABLES:
        raise Http404("There is no such table.")
    return answer_table(ending, TABLES[table](report), f"{slug}-judging-round-{number}-{table}")
