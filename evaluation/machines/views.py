"""The page that compares a machine with people."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from annotation_site.figures.plots import Plot
from annotation_site.machines.models import Machine
from annotation_site.projects.abilities import can_see_agreement
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.plot_files import answer_plot
from annotation_site.web.table_files import answer_table
from evaluation.judging.models import JudgingRound
from evaluation.machine_reports.comparison import Estimate
from evaluation.machine_reports.report import Report
from evaluation.machines.forms import ReportForm
from evaluation.machines.plots import GroupRow, plot_groups
from evaluation.machines.queries import MAY_BE_NUMBER, find_judging_round, find_report
from evaluation.machines.services import request_machine_report

TABS = {
    Project.Kind.ALIGNMENT: "projects:agreement",
    Project.Kind.IDIOMATICITY: "projects:agreement",
    Project.Kind.EVALUATION: "evaluation:judging_rounds",
}
FIGURES = {
    "both": "AGR, links with the same label",
    "any": "AGR, links with any label",
    "fleiss_kappa": "Fleiss kappa",
    "alpha": "Krippendorff’s alpha, nominal",
    "alpha_ordinal": "Krippendorff’s alpha, ordinal",
    "alpha_interval": "Krippendorff’s alpha, interval",
    "spearman": "Spearman’s ρ with the mean of the others",
    "agreement": "Share of equal answers",
    "span_f1": "Character F1 of error spans",
    "share": "Share of known scores given",
    "repeats": "Repeat consistency",
    "reference_mean": "Mean of hidden references",
}


@dataclass(frozen=True, slots=True)
class About:
    """The subject of a report: a machine, and in a translation evaluation one of its judging rounds."""

    project: Project
    machine: Machine
    judging_round: JudgingRound | None

    @property
    def query(self) -> str:
        """The part of an address that names the judging round."""
        return f"?judging_round={self.judging_round.number}" if self.judging_round else ""

    @property
    def file_name(self) -> str:
        """The name of files with the report, without its ending."""
        of_round = f"-judging-round-{self.judging_round.number}" if self.judging_round else ""
        return f"{self.project.slug}-{self.machine.pseudonym}{of_round}"


@require_safe
@admits(can_see_agreement)
def machine_report(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the last report on a machine."""
    return _render(request, _open(request, pk), ReportForm())


@require_POST
@admits(can_see_agreement)
def machine_report_request(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Start the job that computes the report."""
    about, form = _open(request, pk), ReportForm(request.POST)
    if not form.is_valid():
        return _render(request, about, form, status=400)
    job = request_machine_report(
        user=request.user, machine=about.machine, judging_round=about.judging_round, **form.cleaned_data
    )
    return redirect("projects:job", slug, job.pk)


@require_safe
@admits(can_see_agreement)
def machine_report_plot(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Return the plot as an SVG file with its own colours, or as PDF."""
    about = _open(request, pk)
    return answer_plot(request, _plot(_require_report(about)), about.file_name)


@require_safe
@admits(can_see_agreement)
def machine_report_table(request: SignedInRequest, slug: str, pk: int, ending: str) -> HttpResponseBase:
    """Return every figure of every group as CSV or LaTeX."""
    about = _open(request, pk)
    return answer_table(ending, _list_rows(_require_report(about)), about.file_name)


def _require_report(about: About) -> Report:
    stored = find_report(about.machine, about.judging_round)
    if stored is None:
        raise Http404("No report was computed yet.")
    return stored.report


def _plot(report: Report) -> Plot:
    """Return the plot of the figure by which groups are compared."""
    main = [(group, _find_main(report, group["figures"])) for group in report["groups"]]
    rows = [
        GroupRow(group["group"], group["items"], Estimate.from_json(row["people"]), Estimate.from_json(row["machine"]))
        for group, row in main
        if row is not None
    ]
    return plot_groups(rows, FIGURES[report["main"]])


def _find_main(report: Report, figures: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the figure by which groups are compared."""
    return next((row for row in figures if row["figure"] == report["main"]), None)


def _list_rows(report: Report) -> Iterator[Sequence[object]]:
    sides = ("people", "machine", "difference")
    yield "group", "items", "figure", *(f"{side}{part}" for side in sides for part in ("", "_low", "_high"))
    for group in report["groups"]:
        for row in group["figures"]:
            cells = (
                value for side in sides for value in (row[side]["value"], *(row[side]["interval"] or (None, None)))
            )
            yield group["group"], group["items"], row["figure"], *cells


def _open(request: SignedInRequest, pk: int) -> About:
    project = request.project
    machine = get_object_or_404(Machine.objects.select_related("project"), project=project, pk=pk)
    if project.kind != Project.Kind.EVALUATION:
        return About(project, machine, None)
    number_text = request.GET.get("judging_round", "")
    judging_round = find_judging_round(machine, int(number_text) if MAY_BE_NUMBER.fullmatch(number_text) else None)
    if number_text and judging_round is None:
        raise Http404("There is no such judging round.")
    return About(project, machine, judging_round)


def _render(request: SignedInRequest, about: About, form: ReportForm, *, status: int = 200) -> HttpResponse:
    stored = find_report(about.machine, about.judging_round)
    report = stored.report if stored else {"groups": []}
    named = [{**group, "figures": _name(group["figures"])} for group in report["groups"]]
    context = {
        **project_context(request.user, about.project, TABS[Project.Kind(about.project.kind)]),
        "page_name": about.machine.name,
        "machine": about.machine,
        "judging_round": about.judging_round,
        "others": about.project.judging_rounds.exclude(pk=about.judging_round.pk) if about.judging_round else (),
        "can_request": about.judging_round is not None or about.project.kind != Project.Kind.EVALUATION,
        "query": about.query,
        "stored": stored,
        "report": report,
        "whole": named[0] if named else None,
        "groups": [(group, _find_main(report, group["figures"])) for group in named],
        "known": [(FIGURES[name], value) for name, value in ((report.get("known") or {}).get("figures") or {}).items()],
        "plot": _plot(report).to_svg() if report["groups"] else "",
        "form": form,
    }
    return render(request, "evaluation/machines/machine_report.html", context, status=status)


def _name(figures: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**row, "title": FIGURES[row["figure"]]} for row in figures]
