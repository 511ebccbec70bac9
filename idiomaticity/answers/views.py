"""The page about the table of answers, and the table as a file."""

from collections.abc import Iterator

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from annotation_site.projects.abilities import can_see_everyones_work
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.tables.cells import write_csv
from annotation_site.texts.parquet import write_parquet
from idiomaticity.answers.mixed_model import choose_model, write_python, write_r
from idiomaticity.answers.queries import read_answers
from idiomaticity.answers.table import COLUMNS, list_rows
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.ratings.models import Rating

TYPES = {"csv": "text/csv; charset=utf-8", "parquet": "application/vnd.apache.parquet"}


@require_safe
@admits(can_see_everyones_work)
def answers(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show what the table has, with snippets that fit a mixed model to it."""
    project = request.project
    model, table = choose_model(project.idiomaticity.level), f"{project.slug}-answers"
    context = {
        **rating_context(request.user, project, "idiomaticity:results"),
        "page_name": "Answers",
        "r": write_r(model, table),
        "python": write_python(model, table),
        "has_any": Rating.objects.submitted(project).exists(),
    }
    return render(request, "idiomaticity/answers/answers.html", context)


@require_safe
@admits(can_see_everyones_work)
def answers_table(request: SignedInRequest, slug: str, ending: str) -> StreamingHttpResponse:
    """Return the answers as they are now, as CSV or Parquet."""
    project = request.project
    if ending not in TYPES:
        raise Http404("Answers are available as csv and parquet.")
    return stream_answers(project, ending)


def stream_answers(project: Project, ending: str) -> StreamingHttpResponse:
    """Return the table as a file, written while it is read."""
    answers = read_answers(project)
    pieces: Iterator[str] | Iterator[bytes] = (
        write_csv(list_rows(answers)) if ending == "csv" else write_parquet(COLUMNS, answers)
    )
    answer = StreamingHttpResponse(pieces, content_type=TYPES[ending])
    answer["Content-Disposition"] = f'attachment; filename="{project.slug}-answers.{ending}"'
    return answer
