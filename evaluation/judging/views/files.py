"""Tables of judging rounds as files."""

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from annotation_site.exclusions.queries import read_switch
from annotation_site.projects.abilities import can_manage, can_see_everyones_work, require
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.web.table_files import answer_table
from evaluation.correlation.queries.human_scores import find_judging_round_report
from evaluation.files.error_spans.mqm_tsv import write_mqm_tsv
from evaluation.judging.figures.printed import PRINTED
from evaluation.judging.figures.tables import TABLES
from evaluation.judging.methods import find_scheme
from evaluation.judging.queries.attention_pairs import find_blind, list_attention_pairs
from evaluation.judging.queries.ratings import list_ratings, require_readable
from evaluation.machine_judges.queries import list_machine_judgements, list_machine_scores

MACHINE_TABLES = {"machines": list_machine_scores, "machine-answers": list_machine_judgements}


@require_safe
@admits(can_see_everyones_work)
def judgement_results(
    request: SignedInRequest, slug: str, number: int, table: str, ending: str
) -> HttpResponse | StreamingHttpResponse:
    """Send one table of the judging round's results so far, or its error spans as Google's table of MQM ratings."""
    project = request.project
    judging_round = get_object_or_404(project.judging_rounds.select_related("test_set"), number=number)
    switch = read_switch(project, request.GET)
    if (table, ending) == ("error-spans", "tsv") and find_scheme(judging_round.method):
        require_readable(request.user, judging_round)
        rows = write_mqm_tsv(list_ratings(judging_round, with_excluded=switch.with_excluded))
        answer = StreamingHttpResponse(rows, content_type="text/tab-separated-values; charset=utf-8")
        answer["Content-Disposition"] = f'attachment; filename="{slug}-judging-round-{number}.tsv"'
        return answer
    if table == "attention-items":
        require(can_manage, request.user, project)
        pairs = list_attention_pairs(judging_round, without=find_blind(request.user, judging_round))
        return answer_table(ending, pairs, f"{slug}-judging-round-{number}-{table}")
    if table in MACHINE_TABLES:
        return answer_table(ending, MACHINE_TABLES[table](judging_round), f"{slug}-judging-round-{number}-{table}")
    if table not in TABLES:
        raise Http404("There is no such table.")
    report = find_judging_round_report(judging_round, with_excluded=switch.with_excluded)
    printed = PRINTED[table](report, judging_round.method) if table in PRINTED else None
    return answer_table(ending, TABLES[table](report), f"{slug}-judging-round-{number}-{table}", printed=printed)
