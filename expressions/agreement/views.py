"""Agreement of annotators on expressions: figures, categories, kinds of disagreement, and the same as CSV."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.projects.abilities import can_adjudicate, can_see_agreement
from annotation_site.tables.cells import write_csv
from annotation_site.web.access import SignedInRequest
from expressions.adjudication.queries import list_queue
from expressions.agreement.passages import Agreement, CoupleAgreement, write_agreement
from expressions.agreement.queries import read_agreement
from expressions.agreement.spans import KINDS, count_items
from expressions.projects.access import admits, expression_context

KIND_TITLES = {
    "category": "same words, another category",
    "subset": "more or fewer words",
    "overlap": "other words, some shared",
    "only_first": "marked by the first alone",
    "only_second": "marked by the second alone",
}
COLUMNS = ("f_span", "kappa_span", "kappa_cat", "token_f", "kappa_token")


@require_safe
@never_cache
@admits(can_see_agreement)
def agreement(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the agreement of submitted readings; adjudication does not change it."""
    project = request.project
    found = read_agreement(project)
    context: dict[str, Any] = {
        **expression_context(request.user, project, "expressions:agreement"),
        "page_name": "Agreement",
        "found": found if found.passages else None,
    }
    if found.passages:
        context |= {
            "pooled": _list_figures(found.pooled),
            "alpha": found.words.figures,
            "couples": [{"names": names, **_list_figures(couple)} for names, couple in sorted(found.couples.items())],
            "parts": _list_parts(found),
            "confusion": found.pooled.spans.categories.most_common(),
            "to_decide": list_queue(project).count() if can_adjudicate(request.user, project) else None,
        }
    return render(request, "expressions/agreement/agreement.html", context)


@require_safe
@admits(can_see_agreement)
def agreement_table(request: SignedInRequest, slug: str) -> StreamingHttpResponse:
    """Return every pair of annotators as CSV."""
    found = read_agreement(request.project)
    if not found.passages:
        raise Http404("No passage has two readings yet.")
    answer = StreamingHttpResponse(write_csv(_list_rows(found)), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-agreement.csv"'
    return answer


def _list_figures(couple: CoupleAgreement) -> dict[str, Any]:
    first, second, common = couple.spans.counts
    return {
        "passages": couple.passages,
        "first": first,
        "second": second,
        "common": common,
        "items": count_items(first, second, common, couple.spans.sentences),
        "figures": couple.figures,
        "disagreements": [(KIND_TITLES[kind], couple.spans.disagreements[kind]) for kind in KINDS],
    }


def _list_parts(found: Agreement) -> dict[str, list[dict[str, Any]]]:
    """Return the expressions by category, continuity and length, without values that nobody marked."""
    parts: dict[str, list[dict[str, Any]]] = {}
    for by, value, score in found.pooled.spans.evaluation.list_parts():
        common, first, second = score.expressions
        if first + second:
            row = {"value": value, "first": first, "second": second, "common": common, "f": score.expressions.f}
            parts.setdefault(by, []).append(row)
    return parts


def _list_rows(found: Agreement) -> Iterator[list[Any]]:
    told = write_agreement(found)
    names = ("passages", "first", "second", "common", "items", *COLUMNS)
    yield ["first_annotator", "second_annotator", *names]
    for pair in told["pairs"]:
        yield [*pair["annotators"], *("" if pair[name] is None else pair[name] for name in names)]
    pooled = told["pooled"]
    yield ["all", "all", *("" if pooled[name] is None else pooled[name] for name in names)]
