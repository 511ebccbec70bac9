"""Plots as files to download."""

from django.http import HttpRequest, HttpResponse

from annotation_site.figures.pdf import MissingLetters, convert_to_pdf
from annotation_site.figures.plots import Plot
from annotation_site.web.exceptions import DomainError


def answer_plot(request: HttpRequest, plot: Plot, name: str) -> HttpResponse:
    """Return the plot as SVG with its own colours, or as PDF with `?format=pdf`; `name` comes without its ending."""
    svg = plot.to_svg(standalone=True)
    if request.GET.get("format") != "pdf":
        return _attach(svg.encode(), "image/svg+xml", f"{name}.svg")
    try:
        return _attach(convert_to_pdf(svg), "application/pdf", f"{name}.pdf")
    except MissingLetters as error:
        raise DomainError(str(error)) from error


def _attach(content: bytes, content_type: str, name: str) -> HttpResponse:
    answer = HttpResponse(content, content_type=content_type)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
