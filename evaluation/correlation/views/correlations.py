"""Pages of correlations: sources of human judgements, results, plots and tables."""

from collections.abc import Mapping
from typing import Any

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from annotation_site.exclusions.queries import PARAMETER, WITH, ExclusionSwitch
from annotation_site.figures.plots import Plot
from annotation_site.jobs.models import Job
from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.access import SignedInRequest
from annotation_site.web.exceptions import DomainError
from annotation_site.web.plot_files import answer_plot
from annotation_site.web.table_files import answer_table
from evaluation.correlation.models import Correlation
from evaluation.correlation.plots import Point, plot_measures, plot_scatter
from evaluation.correlation.queries.eval_sets import EvalSet
from evaluation.correlation.queries.human_sources import find_numbered, find_source, list_sources, read_state
from evaluation.correlation.report import LEVELS_OF_SEGMENTS
from evaluation.correlation.services import request_correlation
from evaluation.correlation.subsets import SUBSETS
from evaluation.correlation.tables import PRINTED, RANKING_TITLES, TABLES, line_up_measures, line_up_rankings
from evaluation.downloads.archives import stream_zip
from evaluation.projects.access import admits_with_test_sets
from evaluation.projects.job_names import CORRELATION_JOB, STUDY_JOB
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.views.test_sets import open_test_set, test_set_context


@require_http_methods(["GET", "HEAD", "POST"])
@admits_with_test_sets(can_see_results)
def correlations(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show judging rounds and studies on a test set with their latest results; POST computes one again."""
    test_set = open_test_set(request, pk)
    fault = None
    if request.method == "POST":
        source = find_source(
            test_set,
            judging_round_pk=_parse_key(request.POST.get("judging_round")),
            study_pk=_parse_key(request.POST.get("study")),
            is_adjudicated=bool(request.POST.get("adjudicated")),
        )
        if source is None:
            raise Http404("There is no such judging round or study.")
        try:
            job = request_correlation(user=request.user, source=source, subset=request.POST.get("subset", ""))
            return redirect("projects:job", slug, job.pk)
        except DomainError as error:
            fault = error
    rows = []
    for source in list_sources(test_set):
        of_source = Correlation.objects.filter(
            judging_round=source.judging_round,
            study=source.study,
            result__adjudicated__isnull=not source.is_adjudicated,
        )
        latest = of_source.filter(result__subset__isnull=True).defer("result").first()
        is_current = latest is not None and latest.state == read_state(source)
        of_subsets = of_source.filter(result__subset__isnull=False).order_by("pk")
        parts = dict(of_subsets.values_list("result__subset__title", "pk"))
        rows.append({"source": source, "latest": latest, "is_current": is_current, "parts": sorted(parts.items())})
    context = {
        **test_set_context(request, test_set, "Correlation with human judgement"),
        "rows": rows,
        "subsets": list(SUBSETS.values()),
        "fault": fault,
    }
    return render(request, "evaluation/correlation/correlations.html", context, status=fault.status if fault else 200)


@require_safe
@admits_with_test_sets(can_see_results)
def correlation(request: SignedInRequest, slug: str, pk: int, number: int) -> HttpResponse:
    """Show one result: systems with a scatter, both levels, preferences, Williams's tests, changed judgements."""
    test_set, stored = _open(request, pk, number)
    switch, result = _choose_result(request, stored)
    measures = result["measures"]
    names = [measure["name"] for measure in measures]
    chosen = _choose(request.GET.get("measure", ""), names, names[0])
    # What compositionality turned is the question that the table is from.
    usual = ("tesla", "tesla-compounds") if "tesla-compounds" in names else (names[0], names[-1])
    before = _choose(request.GET.get("before", ""), names, usual[0])
    after = _choose(request.GET.get("after", ""), names, usual[1])
    plot, heat_map = _plot(result, chosen), _plot_measures(result)
    rankings, ranked = line_up_rankings(result)
    context = {
        **test_set_context(request, test_set, "Correlation with human judgement"),
        "correlation": stored,
        "source": stored.judging_round or stored.study,
        "result": result,
        "switch": switch,
        "systems": [_with_values(row, names) for row in result["systems"]],
        "segment_rows": [_segment_figures(measure) for measure in measures],
        "has_expressions": any(measure.get("unit") == "expression" for measure in measures),
        "labels": {measure["name"]: measure["label"] for measure in measures},
        "rankings": [RANKING_TITLES[level_and_figure] for level_and_figure in rankings],
        "ranked": ranked,
        "williams": [_name_measures(row, measures) for row in result["williams"]],
        "flips": _find_flips(result["flips"], before, after),
        "reasons": sorted(_find_reasons(measures)),
        "chosen": chosen,
        "before": before,
        "after": after,
        "plot": plot.to_svg() if plot else "",
        "heat_map": heat_map.to_svg() if heat_map else "",
    }
    return render(request, "evaluation/correlation/correlation.html", context)


@require_safe
@admits_with_test_sets(can_see_results)
def correlation_plot(request: SignedInRequest, slug: str, pk: int, number: int, plot: str) -> HttpResponse:
    """Return the scatter of one measure, or the heat map of all, as a file."""
    _, stored = _open(request, pk, number)
    _, result = _choose_result(request, stored)
    names = [measure["name"] for measure in result["measures"]]
    drawn = None
    if plot == "scatter":
        drawn = _plot(result, _choose(request.GET.get("measure", ""), names, names[0]))
    elif plot == "measures":
        drawn = _plot_measures(result)
    if drawn is None:
        raise Http404("There is nothing to plot.")
    return answer_plot(request, drawn, f"correlation-{number}-{plot}")


@require_safe
@admits_with_test_sets(can_see_results)
def correlation_table(
    request: SignedInRequest, slug: str, pk: int, number: int, table: str, ending: str
) -> HttpResponse | StreamingHttpResponse:
    """Return a table as CSV or LaTeX."""
    _, stored = _open(request, pk, number)
    if table not in TABLES:
        raise Http404("There is no such table.")
    _, result = _choose_result(request, stored)
    printed = PRINTED[table](result) if table in PRINTED else None
    return answer_table(ending, TABLES[table](result), f"{table}-{number}", printed=printed)


@require_safe
@admits_with_test_sets(can_see_results)
@never_cache
def eval_set(
    request: SignedInRequest, slug: str, pk: int, judging_round: int | None = None, study: int | None = None
) -> StreamingHttpResponse:
    """Send the test set with the scores of a judging round or study as a folder of mt-metrics-eval."""
    adjudicated = wants_decisions(request.GET)
    test_set = open_test_set(request, pk)
    return send_eval_set(test_set, judging_round=judging_round, study=study, adjudicated=adjudicated)


def wants_decisions(query: Mapping[str, str]) -> bool:
    """Return whether the address asks for decisions in place of the judgements that they settle."""
    return query.get("adjudicated", "") in ("1", "true")


def send_eval_set(
    test_set: TestSet, *, judging_round: int | None = None, study: int | None = None, adjudicated: bool = False
) -> StreamingHttpResponse:
    """Return the answer that streams the folder as an archive, or raise 404."""
    source = find_numbered(test_set, judging_round=judging_round, study=study, adjudicated=adjudicated)
    if source is None:
        raise Http404("There is no such judging round or study.")
    packed = EvalSet(source)
    answer = StreamingHttpResponse(stream_zip(packed.list_files()), content_type="application/zip")
    answer["Content-Disposition"] = f'attachment; filename="{packed.name}-mt-metrics-eval.zip"'
    return answer


@require_safe
@admits_with_test_sets(can_see_results)
def correlation_of_job(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Redirect from a job to the result it computed."""
    project = request.project
    kinds = [CORRELATION_JOB, STUDY_JOB]
    job = get_object_or_404(Job.objects.for_user(request.user), project=project, kind__in=kinds, pk=pk)
    test_set = get_object_or_404(TestSet, project=project, pk=job.parameters["test_set"])
    if "correlation" in job.result:
        return redirect("evaluation:correlation", slug, test_set.pk, job.result["correlation"])
    return redirect("evaluation:correlations", slug, test_set.pk)


def _open(request: SignedInRequest, pk: int, number: int) -> tuple[TestSet, Correlation]:
    test_set = open_test_set(request, pk)
    return test_set, get_object_or_404(test_set.correlations.select_related("judging_round", "study"), pk=number)


def _choose_result(request: SignedInRequest, stored: Correlation) -> tuple[ExclusionSwitch, dict[str, Any]]:
    """Return the result without the annotators who were excluded at the time, or with them if the query asks for it."""
    with_excluded = stored.result.get("with_excluded")
    is_with = with_excluded is not None and request.GET.get(PARAMETER) == WITH
    switch = ExclusionSwitch(stored.result.get("excluded", 0), is_with)
    return switch, with_excluded if is_with else stored.result


def _parse_key(text: str | None) -> int | None:
    return int(text) if text and text.isdecimal() and len(text) < 19 else None


def _choose(wanted: str, names: list[str], default: str) -> str:
    return wanted if wanted in names else default


def _plot(result: dict[str, Any], name: str) -> Plot | None:
    measure = next(entry for entry in result["measures"] if entry["name"] == name)
    points = [
        Point(row["system"], row["measures"][name], row["human"], tuple(row["interval"]) if row["interval"] else None)
        for row in result["systems"]
        if row["measures"].get(name) is not None and row["human"] is not None
    ]
    sign = -1 if measure["is_error"] else 1
    value = measure["corpus"]["value"]
    correlation = None if value is None else sign * value
    return plot_scatter(points, measure["label"], correlation) if points else None


def _plot_measures(result: dict[str, Any]) -> Plot | None:
    """Return the heat map, None for a single measure and for results of earlier versions."""
    names, values = line_up_measures(result)
    return plot_measures(names, values) if names else None


def _with_values(row: dict[str, Any], names: list[str]) -> dict[str, Any]:
    return {**row, "values": [row["measures"].get(name) for name in names]}


def _segment_figures(measure: dict[str, Any]) -> dict[str, Any]:
    segments = measure["segments"] or {}
    return {"measure": measure, "figures": [segments.get(name) for name in LEVELS_OF_SEGMENTS]}


def _find_reasons(measures: list[dict[str, Any]]) -> set[str]:
    figures = [
        measure[name]
        for measure in measures
        for name in ("corpus", "systems", "soft_pairwise_accuracy")
        if measure[name]
    ]
    figures += [figure for measure in measures for figure in (measure["segments"] or {}).values()]
    return {figure["reason"] for figure in figures if figure["value"] is None}


def _name_measures(row: dict[str, Any], measures: list[dict[str, Any]]) -> dict[str, Any]:
    labels = {measure["name"]: measure["label"] for measure in measures}
    return {**row, "labels": [labels[name] for name in row["measures"]]}


def _find_flips(rows: list[dict[str, Any]], before: str, after: str) -> dict[str, Any] | None:
    """Return the counts of this pair of measures, reversed if it was counted the other way round, or None."""
    for row in rows:
        if row["measures"] == [before, after]:
            return row
        if row["measures"] == [after, before]:
            return {**row, "lost": row["won"], "won": row["lost"], "gain": -row["gain"]}
    return None
