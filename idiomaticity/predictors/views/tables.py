"""Files of predictors' values and of their correlations with people's scores."""

from collections.abc import Iterator
from typing import Any

from django.http import StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from annotation_site.exclusions.queries import ExclusionSwitch, read_switch
from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.access import SignedInRequest
from annotation_site.tables.cells import write_csv
from idiomaticity.predictors.models import Predictor
from idiomaticity.predictors.queries.values import ValueTable
from idiomaticity.projects.access import admits


@require_safe
@admits(can_see_results)
def correlations_table(request: SignedInRequest, slug: str) -> StreamingHttpResponse:
    """Return every correlation of every predictor as CSV, one per row."""
    project = request.project
    switch = read_switch(project, request.GET)
    names = ["experiment", "measure", "against", "level", "compound_class", "rho", "n", "p", "sd", "left_out", "reason"]

    def rows() -> Iterator[list[object]]:
        yield ["predictor", *names, "signature"]
        for predictor in project.predictors.all():
            for cell in switch_figures(predictor, switch).cells:
                yield [
                    predictor.name,
                    *("" if cell[name] is None else cell[name] for name in names),
                    predictor.signature,
                ]

    return _answer_csv(write_csv(rows()), f"{slug}-correlations.csv")


@require_safe
@admits(can_see_results)
def predictor_table(request: SignedInRequest, slug: str, pk: int) -> StreamingHttpResponse:
    """Return all values of one predictor as CSV, by compound and sentence."""
    project = request.project
    predictor = get_object_or_404(Predictor.objects.for_user(request.user), project=project, pk=pk)
    table = ValueTable(predictor)

    def rows() -> Iterator[list[object]]:
        yield ["compound", "sentence", *table.names]
        for row in table:
            yield [row.compound.text, row.sentence or "", *("" if value is None else value for value in row.values)]

    return _answer_csv(write_csv(rows()), f"{slug}-predictor-{pk}.csv")


def switch_figures(predictor: Predictor, switch: ExclusionSwitch) -> Predictor:
    """Return the predictor with the figures that the page's switch selects in place of the default ones."""
    if switch.with_excluded:
        predictor.cells, predictor.ratings = predictor.cells_with_excluded, predictor.ratings_with_excluded
    return predictor


def _answer_csv(lines: Any, name: str) -> StreamingHttpResponse:
    answer = StreamingHttpResponse(lines, content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
