"""Two systems side by side: the page, its tables and plots, and the request to compare large test sets."""

from dataclasses import dataclass
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_POST, require_safe

from annotation_site.figures.plots import Plot
from annotation_site.jobs.models import Job
from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.access import SignedInRequest
from annotation_site.web.plot_files import answer_plot
from annotation_site.web.table_files import answer_table
from evaluation.boards.queries.columns import note_unranked, read_unranked
from evaluation.boards.views.breakdowns import choose_any_measure, list_measured
from evaluation.comparisons.jobs import PairQuestion, find_comparison, find_comparison_job
from evaluation.comparisons.plots import Histogram, plot_changes, plot_differences
from evaluation.comparisons.queries import (
    ComparedFigure,
    ComparedSegments,
    explain_pair,
    print_figures,
    read_figures,
    table_of_changes,
    table_of_figures,
    table_of_segments,
)
from evaluation.comparisons.services import request_comparison
from evaluation.measures.forms import CompareForm
from evaluation.measures.pairs.comparisons import FEW_SEGMENTS
from evaluation.measures.registry import find_measure
from evaluation.projects.access import admits_with_test_sets
from evaluation.projects.job_names import COMPARISON_JOB
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.views.test_sets import open_test_set, test_set_context
from evaluation.translations.models import Translation

PAGE_SIZE = 20


@dataclass(frozen=True, slots=True)
class Compared:
    """Two systems by one measure, as far as the comparison is computed."""

    test_set: TestSet
    measure: str
    pair: tuple[Translation, Translation]
    question: PairQuestion
    result: dict[str, Any] | None

    @property
    def names(self) -> tuple[str, str]:
        return self.pair[0].system.name, self.pair[1].system.name

    @property
    def figures(self) -> list[ComparedFigure]:
        p = self.result["p"] if self.result else {}
        return read_figures(self.measure, self.question.first, self.question.second, p, self.test_set.segment_count)

    @property
    def unranked(self) -> dict[str, str]:
        return read_unranked(self.test_set, self.measure, [translation.system.folded_name for translation in self.pair])

    @property
    def notes(self) -> list[str]:
        """Sentences on what the figures do not count, and on systems without a rank."""
        return [*explain_pair(self.measure, self.question.first, self.question.second), *note_unranked(self.unranked)]

    @property
    def changes(self) -> list[dict[str, Any]]:
        return self.result["changes"] if self.result else []

    @property
    def query(self) -> str:
        return urlencode([("measure", self.measure), ("first", self.pair[0].pk), ("second", self.pair[1].pk)])

    def segments(self, *, best_of_first: bool = False) -> ComparedSegments:
        return ComparedSegments(self.test_set, self.measure, self.pair, best_of_first=best_of_first)

    def plot_changes(self) -> Plot | None:
        return plot_changes(self.changes, find_measure(self.measure).title) if self.changes else None

    def plot_differences(self, histogram: Histogram | None) -> Plot | None:
        if histogram is None:
            return None
        measure = find_measure(self.measure)
        return plot_differences(histogram, self.names, measure.title, is_error=measure.lower_is_better)


@require_safe
@admits_with_test_sets(can_see_results)
def compare(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show two systems sentence by sentence, with tests of their difference."""
    test_set = open_test_set(request, pk)
    form = _make_form(request, test_set)
    compared = _compare(test_set, form)
    context = {**test_set_context(request, test_set, "Compare"), "form": form, "compared": compared}
    if compared:
        measure = find_measure(compared.measure)
        best_of_first = request.GET.get("order") == "first"
        segments = compared.segments(best_of_first=best_of_first)
        histogram = segments.count_differences()
        plots = {"differences": compared.plot_differences(histogram), "expressions": compared.plot_changes()}
        context |= {
            "figures": compared.figures,
            "notes": compared.notes,
            "is_error": measure.lower_is_better,
            "measure_name": measure.title,
            "has_few_segments": len(segments) < FEW_SEGMENTS,
            "job": None if compared.result else find_comparison_job(compared.question),
            "plots": {name: plot.to_svg() for name, plot in plots.items() if plot},
            "page": Paginator(segments, PAGE_SIZE).get_page(request.GET.get("page")),  # type: ignore[arg-type]
            "ranges": histogram.ranges if histogram else [],
            "best_of_first": best_of_first,
            "decimals": measure.decimals - 1,
        }
    is_wrong = bool(form.errors) and test_set.translations.count() > 1
    return render(request, "evaluation/comparisons/compare.html", context, status=400 if is_wrong else 200)


@require_safe
@admits_with_test_sets(can_see_results)
def compare_table(
    request: SignedInRequest, slug: str, pk: int, table: str, ending: str
) -> HttpResponse | StreamingHttpResponse:
    """Send figures, the expressions that change most, or all segments as CSV, the first two as LaTeX too."""
    compared = _open(request, pk)
    name = f"{slug}-test-set-{pk}-{table}"
    if table == "figures":
        printed = print_figures(
            compared.measure, compared.names, compared.figures, compared.notes, is_ranked=not compared.unranked
        )
        return answer_table(ending, table_of_figures(compared.names, compared.figures), name, printed=printed)
    if table == "expressions" and compared.changes:
        return answer_table(ending, table_of_changes(compared.names, compared.changes), name)
    if table == "segments" and ending == "csv":
        return answer_table(ending, table_of_segments(compared.names, compared.segments()), name)
    raise Http404("There is no such table.")


@require_safe
@admits_with_test_sets(can_see_results)
def compare_plot(request: SignedInRequest, slug: str, pk: int, figure: str) -> HttpResponse:
    """Send one of the plots."""
    compared = _open(request, pk)
    plot = None
    if figure == "differences":
        plot = compared.plot_differences(compared.segments().count_differences())
    elif figure == "expressions":
        plot = compared.plot_changes()
    if plot is None:
        raise Http404("There is no such plot.")
    return answer_plot(request, plot, f"{slug}-test-set-{pk}-{figure}")


@require_POST
@admits_with_test_sets(can_see_results)
def compare_compute(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Queue the comparison of two systems on a large test set."""
    test_set = open_test_set(request, pk)
    form = _make_form(request, test_set)
    pair = form.find_pair()
    question = PairQuestion.of(test_set, form.cleaned_data["measure"], pair) if pair else None
    return redirect("projects:job", slug, request_comparison(user=request.user, question=question).pk)


@require_safe
@admits_with_test_sets(can_see_results)
def comparison_of_job(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Redirect from a job to the page that shows its result."""
    project = request.project
    jobs = Job.objects.for_user(request.user).filter(project=project, kind=COMPARISON_JOB)
    parameters = get_object_or_404(jobs, pk=pk).parameters
    first, second = parameters["pair"]
    query = urlencode([("measure", parameters["measure"]), ("first", first), ("second", second)])
    return redirect(f"{reverse('evaluation:compare', args=[slug, parameters['test_set']])}?{query}")


def _make_form(request: SignedInRequest, test_set: TestSet) -> CompareForm:
    measure = choose_any_measure(request, test_set)
    submitted = request.POST if request.method == "POST" else request.GET
    measures = list_measured(test_set) or [(measure, find_measure(measure).title)]
    return CompareForm(submitted, test_set=test_set, measures=measures, measure=measure)


def _compare(test_set: TestSet, form: CompareForm) -> Compared | None:
    """Return the comparison, or None if no pair is chosen or it is not measured."""
    pair = form.find_pair()
    question = PairQuestion.of(test_set, form.cleaned_data["measure"], pair) if pair else None
    if pair is None or question is None:
        return None
    return Compared(test_set, question.measure, pair, question, find_comparison(question))


def _open(request: SignedInRequest, pk: int) -> Compared:
    test_set = open_test_set(request, pk)
    compared = _compare(test_set, _make_form(request, test_set))
    if compared is None:
        raise Http404("One of these systems has no scores for this measure.")
    return compared
