"""The board of a release as files."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.http import HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.http import require_safe

from annotation_site.figures.latex import PaperTable, place_column
from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.web.table_files import answer_table
from evaluation.aligner_scores.models import Score
from evaluation.aligner_scores.queries import board, read_resampled
from evaluation.measures.pairs.comparisons import FEW_SEGMENTS, TOO_FEW_PAIRS, find_better, rank

FIGURES = ("aer", "precision", "recall", "f")


@require_safe
@admits(can_see_results, kinds=(Project.Kind.ALIGNMENT,))
def systems_table(
    request: SignedInRequest, slug: str, number: int, ending: str
) -> HttpResponse | StreamingHttpResponse:
    """Return all scores against one release: in full as CSV, or as LaTeX in per cent like the page."""
    project = request.project
    release = get_object_or_404(project.releases.defer("manifest"), number=number)
    scores: Any = board(release)
    name = f"{slug}-systems-release-{number}"
    return answer_table(ending, _list_scores(scores), name, printed=_print_scores(scores))


def _list_scores(scores: Sequence[Any]) -> Iterator[list[object]]:
    ends = [end for name in FIGURES for end in (name, f"{name} low", f"{name} high")]
    yield ["system", *ends, "sentence pairs", "file", "signature"]
    for score in scores:
        figures = [value for name in FIGURES for value in (getattr(score, name), *_interval(score, name))]
        yield [score.output.system.name, *figures, score.n, score.output.upload.name, score.signature]


def _print_scores(scores: Sequence[Any]) -> PaperTable:
    """Return the figures in per cent with the best marked, and those than which none is significantly better."""
    resampled = read_resampled(scores)
    has_few = min((score.n for score in scores), default=0) < FEW_SEGMENTS
    columns = []
    for name in FIGURES:
        is_error = name == "aer"
        values = {score.pk: value for score in scores if (value := getattr(score, name)) is not None}
        figures = {pk: (value, resampled[pk].get(name, [])) for pk, value in values.items()}
        is_tested = not has_few and all(r for _, r in figures.values())
        ranks = rank(figures, find_better(figures, lower_is_better=is_error)) if is_tested else {}
        marked = {} if has_few else values
        sign = -1 if is_error else 1
        order = [sign * marked[score.pk] if score.pk in marked else None for score in scores]
        printed = ["–" if score.pk not in values else f"{100 * values[score.pk]:.1f}" for score in scores]
        equals = [index for index, score in enumerate(scores) if ranks.get(score.pk) == 1]
        columns.append(place_column(printed, order, equals))
    head = ["System", "AER ↓", "Precision ↑", "Recall ↑", "F ↑"]
    rows = zip([score.output.system.name for score in scores], *columns, strict=True)
    notes = [TOO_FEW_PAIRS] if has_few and scores else []
    test = "no system is better with p < 0.05, paired bootstrap over pairs, uncorrected"
    return PaperTable([head, *rows], test, notes=notes)


def _interval(score: Score, name: str) -> Sequence[float | None]:
    return score.interval.get(name) or (None, None)  # type: ignore[attr-defined]
