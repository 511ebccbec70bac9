"""Tables as files."""

from collections.abc import Iterable, Sequence

from django.http import Http404, HttpResponse, StreamingHttpResponse

from annotation_site.figures.latex import PaperTable, print_table
from annotation_site.tables.cells import write_csv

Rows = Iterable[Sequence[object]]


def answer_csv(rows: Rows, name: str) -> StreamingHttpResponse:
    """Return a CSV file with every value in full; `name` comes without its ending."""
    answer = StreamingHttpResponse(write_csv(rows), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.csv"'
    return answer


def answer_latex(rows: Rows | PaperTable, name: str) -> HttpResponse:
    """Return a LaTeX file for a paper: the first row is the head, fractions have three decimals."""
    answer = HttpResponse(print_table(rows), content_type="application/x-tex; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}.tex"'
    return answer


def answer_table(
    ending: str, rows: Rows, name: str, *, printed: Rows | PaperTable | None = None
) -> HttpResponse | StreamingHttpResponse:
    """Return a file as CSV or LaTeX, by the ending; `printed` replaces the rows in LaTeX."""
    if ending == "csv":
        return answer_csv(rows, name)
    if ending == "tex":
        return answer_latex(rows if printed is None else printed, name)
    raise Http404("Tables are available as csv and tex.")
