"""Pages of results: all compounds, and one compound with its sentences and paraphrases."""

from collections.abc import Sequence
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from annotation_site.exclusions.queries import read_switch
from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.access import SignedInRequest
from annotation_site.tables.cells import write_csv
from annotation_site.web.plot_files import answer_plot
from idiomaticity.compounds.models import Compound
from idiomaticity.paraphrases.counts import PAPER, Thresholds
from idiomaticity.paraphrases.forms import ThresholdsForm
from idiomaticity.predictors.queries.values import (
    SeparationRow,
    list_separations,
    read_predictions,
    separate_sentences,
)
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.ratings.queries import write_occurrence
from idiomaticity.ratings.scores import CLASSES, MOST_PERMUTED
from idiomaticity.results.published_means import compare_with_published, list_compared
from idiomaticity.results.queries.extra_questions import read_extra_figures
from idiomaticity.results.queries.results import (
    CompoundRow,
    SentenceScore,
    list_compared_means,
    list_labelled,
    list_scored,
    read_compound,
    read_distributions,
    read_paraphrases,
    read_scores,
)
from idiomaticity.results.separation.figures import (
    LabelReport,
    list_label_rows,
    write_label_report,
    write_separation,
)
from idiomaticity.results.separation.plots import plot_labels
from idiomaticity.results.strips import plot_strip
from idiomaticity.results.token_type.figures import write_token_type
from idiomaticity.results.token_type.plots import FIGURES, MOST_POINTS, list_plots
from idiomaticity.scales.score_scale import ScoreScale

PAGE_SIZE = 100
BAR = 16
ORDERS = {
    "": "As imported",
    "spread": "Most variable sentences first",
    "token": "Most idiomatic first",
    "name": "By name",
}


@require_safe
@admits(can_see_results)
def results(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the scores of every compound, and figures by class."""
    project = request.project
    switch = read_switch(project, request.GET)
    rows = read_scores(project, with_excluded=switch.with_excluded)
    order = request.GET.get("order", "")
    order = order if order in ORDERS else ""
    scale = project.idiomaticity.score_scale
    report = write_token_type(list_scored(rows), scale)
    labels = write_label_report(list_labelled(rows), scale)
    label = _choose_label(request, labels)
    labelled = [row for row in rows if not label or row.has_label(label)]
    page = Paginator(_sort(labelled, order), PAGE_SIZE).get_page(request.GET.get("page"))
    # A file may leave numbers out.
    numbers = sorted({sentence.number for row in rows for sentence in row.sentences})
    context = {
        **rating_context(request.user, project, "idiomaticity:results"),
        "page_name": "Results",
        "switch": switch,
        "scale": scale,
        "summaries": [{"row": row, "name": CLASSES.get(row.compound_class, "all")} for row in report.classes],
        "plots": {name: FIGURES[name](report).to_svg() for name in list_plots(report)},
        "both": len(report.both),
        "compounds": len(rows),
        "label": label,
        **_label_context(labels, list_separations(project.predictors.all()) if labels.has_labels else []),
        "comparisons": compare_with_published(list_compared_means(rows)),
        "most_permuted": MOST_PERMUTED,
        "most_points": MOST_POINTS,
        "rated": sum(row.ratings > 0 for row in rows),
        "published": sum(row.is_published for row in rows),
        "ratings": sum(row.ratings for row in rows),
        "alike": report.alike,
        "with_spread": report.with_spread,
        "alike_below": report.alike_below,
        "page": page,
        "sentence_numbers": numbers,
        "rows": [(row, _list_parts(row), _list_cells(row, numbers)) for row in page],
        "extra": read_extra_figures(project, with_excluded=switch.with_excluded),
        "has_parts": any("head" in row.scales or "modifier" in row.scales for row in rows),
        "orders": [{"value": value, "label": label, "is_current": value == order} for value, label in ORDERS.items()],
    }
    return render(request, "idiomaticity/results/results.html", context)


@require_safe
@admits(can_see_results)
def labels_plot(request: SignedInRequest, slug: str) -> HttpResponse:
    """Return the plot of mean ratings by label as a file."""
    report = _report_labels(request)
    if not (report.has_labels and report.rated_labels):
        raise Http404("There is no such plot.")
    return answer_plot(request, plot_labels(report), f"{slug}-labels")


@require_safe
@admits(can_see_results)
def labels_table(request: SignedInRequest, slug: str) -> StreamingHttpResponse:
    """Return the ratings by label as CSV."""
    rows = list_label_rows(_report_labels(request))
    answer = StreamingHttpResponse(write_csv(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-labels.csv"'
    return answer


@require_safe
@admits(can_see_results)
def published_table(request: SignedInRequest, slug: str) -> StreamingHttpResponse:
    """Return published means beside those of the project as CSV."""
    rows = read_scores(request.project, with_excluded=read_switch(request.project, request.GET).with_excluded)
    lines = write_csv(list_compared(list_compared_means(rows)))
    answer = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-published-means.csv"'
    return answer


def _report_labels(request: SignedInRequest) -> LabelReport:
    project = request.project
    rows = read_scores(project, with_excluded=read_switch(project, request.GET).with_excluded)
    return write_label_report(list_labelled(rows), project.idiomaticity.score_scale)


def _choose_label(request: SignedInRequest, report: LabelReport) -> str:
    """Return the label that the page is filtered by, or nothing if no occurrence has it."""
    label = request.GET.get("label", "")
    return label if any(summary.label == label for summary in report.labels) else ""


def _label_context(report: LabelReport, predictors: Sequence[SeparationRow]) -> dict[str, Any]:
    # A box of one value is a dot, which the table says better.
    has_plot = report.has_labels and any(len(summary.means) > 1 for summary in report.labels)
    return {
        "label_report": report,
        "label_plot": plot_labels(report).to_svg() if has_plot else "",
        "separation": write_separation(report.separation),
        "predictors": predictors,
    }


def _list_parts(row: CompoundRow) -> list[float | None]:
    """Return the means of head and modifier."""
    return [row.scales[scale].mean if scale in row.scales else None for scale in ("head", "modifier")]


def _list_cells(row: CompoundRow, numbers: Sequence[int]) -> list[SentenceScore | None]:
    """Return a sentence for each column, None if the compound has none with that number."""
    by_number = {sentence.number: sentence for sentence in row.sentences}
    return [by_number.get(number) for number in numbers]


@require_safe
@admits(can_see_results)
def compound(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show one compound: scores by sentence with their spread, and paraphrases with their level."""
    project = request.project
    compound = get_object_or_404(Compound.objects.select_related("project"), project=project, number=number)
    form = ThresholdsForm(
        request.GET if "one_sentence" in request.GET else None,
        initial={"several_sentences": PAPER.several_sentences, "one_sentence": PAPER.one_sentence},
    )
    thresholds = Thresholds(**form.cleaned_data) if form.is_bound and form.is_valid() else PAPER
    switch = read_switch(project, request.GET)
    row = read_compound(compound, with_excluded=switch.with_excluded)
    predictions = read_predictions(compound)
    scale = project.idiomaticity.score_scale
    labels = write_label_report(list_labelled([row]), scale)
    label = _choose_label(request, labels)
    by_number = {sentence.number: sentence.label for sentence in row.sentences}
    distributions = read_distributions(compound, with_excluded=switch.with_excluded)
    occurrences = list(compound.occurrences.order_by("number"))
    given = [distributions.get(occurrence.item_id or 0, {}) for occurrence in occurrences]
    sentences = []
    for occurrence, score, counts in zip(occurrences, row.sentences, given, strict=True):
        if not label or occurrence.label == label:
            shown = {"score": score, "label": occurrence.label, "bars": _plot_bars(counts, scale)}
            sentences.append({**write_occurrence(occurrence), **shown})
    context = {
        **rating_context(request.user, project, "idiomaticity:results"),
        "page_name": compound.text,
        "switch": switch,
        "compound": compound,
        "row": row,
        "sentences": sentences,
        "strip": plot_strip(
            ((sentence.number, sentence.mean, counts) for sentence, counts in zip(row.sentences, given, strict=True)),
            row.score.type,
            scale,
        ),
        "scale": scale,
        "predictions": predictions,
        "label": label,
        **_label_context(labels, separate_sentences(by_number, predictions) if labels.has_labels else []),
        "paraphrases": read_paraphrases(compound, thresholds, with_excluded=switch.with_excluded),
        "thresholds": thresholds,
        "form": form,
        "own_bars": _plot_bars(distributions.get(compound.item_id or 0, {}), scale),
    }
    return render(request, "idiomaticity/results/compound.html", context)


def _sort(rows: list[CompoundRow], order: str) -> list[CompoundRow]:
    if order == "spread":
        return sorted(rows, key=lambda row: (row.spread.value is None, -(row.spread.value or 0)))
    if order == "token":
        return sorted(rows, key=lambda row: (row.score.token is None, row.score.token or 0))
    if order == "name":
        return sorted(rows, key=lambda row: row.compound.normalised)
    return rows


def _plot_bars(counts: dict[int, int], scale: ScoreScale) -> list[dict[str, float]]:
    """Return the frequency of each score, with the position and height of its bar in a plot 24 high.

    On a slider, a bar has the scores from its tick to the next.
    """
    if not counts:
        return []
    starts = scale.ticks
    ends = [*starts[1:], scale.highest + 1]
    sums = []
    for start, end in zip(starts, ends, strict=True):
        sums.append(sum(n for score, n in counts.items() if start <= score < end))
    most = max(sums)
    return [
        {
            "score": score,
            "count": count,
            "x": BAR * index,
            "height": round(24 * count / most, 1),
            "y": round(24 - 24 * count / most, 1),
        }
        for index, (score, count) in enumerate(zip(starts, sums, strict=True))
    ]
