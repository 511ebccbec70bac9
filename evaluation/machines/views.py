"""The page that compares a machine with people."""

from collections.abc import Iterator, Sequence
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_POST, require_safe

from annotation_site.figures.plots import Plot
from annotation_site.machines.models import Machine
from annotation_site.projects.abilities import can_see_agreement
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.web.access import SignedInRequest, open_project
from annotation_site.web.plot_files import answer_plot
from evaluation.figures.files import answer_table
from evaluation.machines.comparison import Estimate
from evaluation.machines.forms import ReportForm
from evaluation.machines.jobs import find_report
from evaluation.machines.plots import GroupRow, plot_groups
from evaluation.machines.report import Report
from evaluation.machines.services import request_machine_report

KINDS = (Project.Kind.ALIGNMENT, Project.Kind.IDIOMATICITY)
TABS = {Project.Kind.ALIGNMENT: "evaluation:agreement", Project.Kind.IDIOMATICITY: "evaluation:rating_agreement"}
FIGURES = {
    "both": "AGR, links with the same label",
    "any": "AGR, links with any label",
    "fleiss_kappa": "Fleiss kappa",
    "alpha": "Krippendorff’s alpha, nominal",
    "alpha_ordinal": "Krippendorff’s alpha, ordinal",
    "alpha_interval": "Krippendorff’s alpha, interval",
    "spearman": "Spearman’s ρ with the mean of the others",
    "share": "Share of known scores given",
}
# The figure by which groups are compared, one for each kind.
MAIN = ("both", "alpha_ordinal")


@require_safe
@login_required
def machine_report(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the last report on a machine."""
    project, machine = _open(request, slug, pk)
    return render(
        request, "evaluation/machines/machine_report.html", _describe(request, project, machine, ReportForm())
    )


@login_required
@require_POST
def machine_report_request(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Start the job that computes the report."""
    project, machine = _open(request, slug, pk)
    form = ReportForm(request.POST)
    if not form.is_valid():
        context = _describe(request, project, machine, form)
        return render(request, "evaluation/machines/machine_report.html", context, status=400)
    job = request_machine_report(user=request.user, machine=machine, **form.cleaned_data)
    return redirect("projects:job", slug, job.pk)


@login_required
@require_safe
def machine_report_plot(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Return the plot as an SVG file with its own colours, or as PDF."""
    project, machine, report = _open_report(request, slug, pk)
    return answer_plot(request, _plot(report), f"{project.slug}-{machine.pseudonym}")


@login_required
@require_safe
def machine_report_table(request: SignedInRequest, slug: str, pk: int, ending: str) -> HttpResponseBase:
    """Return every figure of every group as CSV or LaTeX."""
    project, machine, report = _open_report(request, slug, pk)
    return answer_table(ending, _write_rows(report), f"{project.slug}-{machine.pseudonym}")


def _open_report(request: SignedInRequest, slug: str, pk: int) -> tuple[Project, Machine, Report]:
    project, machine = _open(request, slug, pk)
    stored = find_report(machine)
    if stored is None:
        raise Http404("No report was computed yet.")
    return project, machine, stored.report


def _plot(report: Report) -> Plot:
    """Return the plot of the figure by which groups are compared."""
    main = [(group, row) for group in report["groups"] for row in group["figures"] if row["figure"] in MAIN]
    rows = [
        GroupRow(group["group"], group["items"], Estimate.from_json(row["people"]), Estimate.from_json(row["machine"]))
        for group, row in main
    ]
    return plot_groups(rows, FIGURES[main[0][1]["figure"]])


def _write_rows(report: Report) -> Iterator[Sequence[object]]:
    sides = ("people", "machine", "difference")
    yield "group", "items", "figure", *(f"{side}{part}" for side in sides for part in ("", "_low", "_high"))
    for group in report["groups"]:
        for row in group["figures"]:
            cells = (
                value for side in sides for value in (row[side]["value"], *(row[side]["interval"] or (None, None)))
            )
            yield group["group"], group["items"], row["figure"], *cells


def _open(request: SignedInRequest, slug: str, pk: int) -> tuple[Project, Machine]:
    project = open_project(request.user, slug, can_see_agreement, kinds=KINDS)
    return project, get_object_or_404(Machine.objects.select_related("project"), project=project, pk=pk)


def _describe(request: SignedInRequest, project: Project, machine: Machine, form: ReportForm) -> dict[str, Any]:
    stored = find_report(machine)
    report = stored.report if stored else {"groups": []}
    named = [{**group, "figures": _name(group["figures"])} for group in report["groups"]]
    return {
        **project_context(request.user, project, TABS[Project.Kind(project.kind)]),
        "page_name": machine.name,
        "machine": machine,
        "stored": stored,
        "report": report,
        "whole": named[0] if named else None,
        "groups": [(group, next((row for row in group["figures"] if row["figure"] in MAIN), None)) for group in named],
        "known": [(FIGURES[name], value) for name, value in ((report.get("known") or {}).get("figures") or {}).items()],
        "plot": _plot(report).to_svg() if report["groups"] else "",
        "form": form,
    }


def _name(figures: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return [{**row, "title": FIGURES[row["figure"]]} for row in figures]
