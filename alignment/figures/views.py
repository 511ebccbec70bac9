"""The figure of one pair: the page that shows it, and its files."""

from typing import Any

from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.utils.http import urlencode
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from alignment.figures.drawing import draw_figure
from alignment.figures.forms import FigureForm
from alignment.figures.links import AlignmentFigure, Sentence, combine_readings
from alignment.figures.queries import GOLD, read_drawable
from alignment.figures.tikz import write_tikz
from alignment.items.views.opening import OpenedPair, open_pair
from alignment.projects.access import admits, describe_project
from alignment.readings.links import Reading
from annotation_site.projects.abilities import can_see_everyones_work
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.navigation import project_context
from annotation_site.web.plot_files import answer_plot

# Longer sentences make a line that no page is wide enough for.
MOST_WORDS_IN_ROW = 14


@require_safe
@never_cache
@admits(can_see_everyones_work)
def figure(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Show the figure with the choice of its readings; without a choice, the first reading."""
    opened = open_pair(request, number)
    readings = _list_drawable(opened)
    chosen = _choose(request, opened, readings)
    form = FigureForm(chosen, names=readings)
    shown = _compose(opened, readings, form.cleaned_data) if form.is_valid() else None
    context = {
        **project_context(request.user, opened.project, "alignment:pairs"),
        "page_name": "Figure",
        "item": opened.item,
        "is_blind": opened.is_blind,
        "form": form if readings else None,
        "plot": draw_figure(shown).to_svg() if shown else "",
        "query": urlencode(chosen),
    }
    return render(request, "alignment/figures/figure.html", context)


@require_safe
@never_cache
@admits(can_see_everyones_work)
def figure_plot(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Return the figure as SVG or PDF."""
    opened, shown = _find_figure(request, number)
    return answer_plot(request, draw_figure(shown), _name_file(opened))


@require_safe
@never_cache
@admits(can_see_everyones_work)
def figure_tikz(request: SignedInRequest, slug: str, number: int) -> HttpResponse:
    """Return the figure for LaTeX."""
    opened, shown = _find_figure(request, number)
    answer = HttpResponse(write_tikz(shown), content_type="application/x-tex; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{_name_file(opened)}.tex"'
    return answer


def _find_figure(request: SignedInRequest, number: int) -> tuple[OpenedPair, AlignmentFigure]:
    opened = open_pair(request, number)
    readings = _list_drawable(opened)
    form = FigureForm(_choose(request, opened, readings), names=readings)
    if not form.is_valid():
        raise Http404("There is no such figure.")
    return opened, _compose(opened, readings, form.cleaned_data)


def _list_drawable(opened: OpenedPair) -> dict[str, Reading]:
    return {} if opened.is_blind else read_drawable(opened.item)


def _choose(request: SignedInRequest, opened: OpenedPair, readings: dict[str, Reading]) -> dict[str, str]:
    """Return what was asked for, and otherwise the first reading in the layout that suits the sentences."""
    content = opened.item.sentence_pair
    is_long = max(len(content.source_tokens), len(content.target_tokens)) > MOST_WORDS_IN_ROW
    chosen = {"reading": next(iter(readings), ""), "beside": "", "direction": "columns" if is_long else "rows"}
    return chosen | {name: str(value) for name, value in request.GET.items() if name in (*chosen, "version")}


def _compose(opened: OpenedPair, readings: dict[str, Reading], chosen: dict[str, Any]) -> AlignmentFigure:
    content, languages = opened.item.sentence_pair, describe_project(opened.project)
    names = [name for name in (chosen["reading"], chosen["beside"]) if name]
    source, target = (
        Sentence(tokens, languages[f"{side}_language"].direction == "rtl")
        for side, tokens in (("source", content.source_tokens), ("target", content.target_tokens))
    )
    return AlignmentFigure(
        title=f"{opened.project.name}, pair {opened.item.number}: " + " and ".join(map(_name_reading, names)),
        source=source,
        target=target,
        links=combine_readings(*(readings[name] for name in names)),
        names=names,
        direction=chosen["direction"],
    )


def _name_reading(name: str) -> str:
    return "gold links" if name == GOLD else f"annotator {name}"


def _name_file(opened: OpenedPair) -> str:
    return f"{opened.project.slug}-pair-{opened.item.number}"
