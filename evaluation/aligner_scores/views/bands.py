"""Pages of aligner scores by the frequency of the linked words."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_http_methods, require_safe

from annotation_site.figures.latex import PaperTable, place_column
from annotation_site.previews.views import answer_upload
from annotation_site.projects.abilities import can_manage, can_see_results
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.releases.models import Release
from annotation_site.texts.languages import find_language
from annotation_site.web.middleware.bodies import takes_files
from annotation_site.web.table_files import answer_table
from evaluation.aligner_scores.forms import BandScoresForm
from evaluation.aligner_scores.models import BandScores
from evaluation.aligner_scores.services import request_band_scores
from evaluation.measures.pairs.comparisons import FEW_SEGMENTS, LEVEL, TOO_FEW_PAIRS

LISTED = 50
FIGURES = ("aer", "precision", "recall", "f")


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_see_results, changing=can_manage, kinds=(Project.Kind.ALIGNMENT,))
def band_scores_new(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show the form for scores by frequency against a release, and earlier results."""
    project = request.project
    release = get_object_or_404(project.releases.defer("manifest"), number=number)
    source, target = _languages(project)
    form = BandScoresForm(
        request.POST or None,
        request.FILES or None,
        project=project,
        release=release,
        source=source.name,
        target=target.name,
    )
    context = {
        **_context(request, project, release),
        "page_name": "By frequency",
        "has_output": release.outputs.exists(),
        "earlier": BandScores.objects.filter(release=release).select_related("job__requested_by")[:LISTED],
    }
    return answer_upload(
        request,
        form,
        lambda: request_band_scores(user=request.user, project=project, release=release, **form.service_arguments()),
        template="evaluation/aligner_scores/band_scores_new.html",
        context=context,
    )


@require_safe
@admits(can_see_results, kinds=(Project.Kind.ALIGNMENT,))
def band_scores(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show agreement of one or two outputs with the gold standard by frequency band."""
    stored = _find(request, pk)
    project, result = stored.release.project, stored.result
    context = {
        **_context(request, project, stored.release),
        "page_name": " and ".join(result["systems"]),
        "found": stored,
        "result": result,
        "has_few": result["n"] < FEW_SEGMENTS,
        "grid": _grid(result),
        "fertility": [
            (language.name, result["fertility"][side])
            for side, language in zip(("source", "target"), _languages(project), strict=True)
        ],
    }
    return render(request, "evaluation/aligner_scores/band_scores.html", context)


@require_safe
@admits(can_see_results, kinds=(Project.Kind.ALIGNMENT,))
def band_scores_table(
    request: SignedInRequest, slug: str, pk: int, ending: str
) -> HttpResponse | StreamingHttpResponse:
    """Return the figures of every band as CSV or LaTeX."""
    result = _find(request, pk).result
    return answer_table(ending, _list_rows(result), f"{slug}-frequency-{pk}", printed=_print_rows(result))


def _list_rows(result: dict[str, Any]) -> Iterator[Sequence[Any]]:
    yield ["system", "source band", "target band", *FIGURES, "links", "sure", "AER difference", "p", "note"]
    note = TOO_FEW_PAIRS if result["n"] < FEW_SEGMENTS else ""
    for row in [{"source": None, "target": None, **result["overall"]}, *result["rows"], *result["margins"]]:
        bands = [row["source"] or "all", row["target"] or "all"]
        for system, scores in zip(result["systems"], (row, row.get("second")), strict=False):
            difference = row.get("comparison") if scores is not row else None
            figures = [scores[name] for name in FIGURES]
            compared = ["", ""]
            if difference:
                compared = [difference["difference"], "" if note else difference["p"]]
            yield [system, *bands, *figures, scores["links"], scores["sure"], *compared, note]


def _print_rows(result: dict[str, Any]) -> PaperTable:
    """Return AER and F in per cent of every band; of two systems, the better is marked."""
    titles = {"aer": "AER ↓", "f": "F ↑"}
    has_few = result["n"] < FEW_SEGMENTS
    heads = [f"{titles[name]} {system}" for name in titles for system in result["systems"]]
    rows: list[list[object]] = [
        ["Source", "Target", *heads, "p"] if len(heads) > len(titles) else ["Source", "Target", *heads]
    ]
    for row in [{"source": None, "target": None, **result["overall"]}, *result["rows"], *result["margins"]]:
        rows_of_systems = [row, *([row["second"]] if row.get("second") else [])]
        p = (row.get("comparison") or {}).get("p")
        cells: list[object] = []
        for name in titles:
            values = [row_of_system[name] for row_of_system in rows_of_systems]
            sign = -1 if name == "aer" else 1
            order = [None if value is None or has_few else sign * value for value in values]
            is_tie = name == "aer" and p is not None and p >= LEVEL and not has_few
            equals = range(len(rows_of_systems)) if is_tie else ()
            cells += place_column(["–" if value is None else f"{100 * value:.1f}" for value in values], order, equals)
        if len(rows_of_systems) > 1:
            cells.append(None if has_few else p)
        rows.append([row["source"] or "all", row["target"] or "all", *cells])
    notes = [TOO_FEW_PAIRS] if has_few and result["systems"][1:] else []
    return PaperTable(rows, "AER, p ≥ 0.05, paired bootstrap over pairs, uncorrected", names=2, notes=notes)


def _grid(result: dict[str, Any]) -> list[tuple[str, list[dict[str, Any]]]]:
    """Return rows of the table, one for each band of source words and one for all; columns likewise for the target."""
    cells = {(row["source"], row["target"]): row for row in [*result["rows"], *result["margins"]]}
    cells[None, None] = {"source": None, "target": None, **result["overall"]}
    bands = [*result["bands"], None]
    grid = []
    for source in bands:
        grid.append((source or "all", [cells[source, target] for target in bands]))
    return grid


def _find(request: SignedInRequest, pk: int) -> BandScores:
    project = request.project
    scores = BandScores.objects.for_user(request.user).filter(release__project=project)
    band_scores: BandScores = get_object_or_404(scores.select_related("release__project", "job"), pk=pk)
    return band_scores


def _languages(project: Project) -> tuple[Any, Any]:
    return find_language(project.alignment.source_language), find_language(project.alignment.target_language)


def _context(request: SignedInRequest, project: Project, release: Release) -> dict[str, Any]:
    source, target = _languages(project)
    return {
        **project_context(request.user, project, "evaluation:systems"),
        "release": release,
        "source": source,
        "target": target,
    }
