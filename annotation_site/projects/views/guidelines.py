"""The guidelines: every version, its changes, and the next one."""

from collections.abc import Iterator
from difflib import unified_diff
from typing import NamedTuple

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from annotation_site.languages.locales import translated
from annotation_site.projects.abilities import can_manage, can_visit
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.forms import GuidelineForm
from annotation_site.projects.markdown import render_guideline
from annotation_site.projects.models import Guideline, Project
from annotation_site.projects.navigation import project_context
from annotation_site.projects.services.projects import LONGEST_GUIDELINE, publish_guideline
from annotation_site.web.exceptions import DomainError, StaleVersion

LINES_AROUND = 1
HEADER_LINES = 2
LONGEST_NUMBER = 9


class DiffLine(NamedTuple):
    """One line of a comparison: `added`, `removed`, `kept`, or a `gap` where equal lines are left out."""

    kind: str
    text: str


@require_safe
@admits(can_visit)
@translated
def guidelines(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the current version, or `?version=N`, with the list of all."""
    project = request.project
    versions = list(project.guidelines.defer("text").select_related("created_by"))
    context = project_context(request.user, project, "projects:guidelines")
    context |= {"page_name": "Guidelines", "versions": versions}
    if versions:
        shown = _shown_version(project, request.GET.get("version", str(versions[0].version)))
        before = project.guidelines.filter(version__lt=shown.version).first()
        context |= {
            "shown": shown,
            "is_current": shown.version == versions[0].version,
            "html": render_guideline(shown.text),
            "before": before,
            "diff": list(compare_lines(before.text, shown.text)) if before else [],
        }
    return render(request, "projects/guidelines.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
def guideline_new(request: SignedInRequest, slug: str) -> HttpResponse:
    """Write the next version; the button "Preview" also works without scripts."""
    project = request.project
    latest = project.guidelines.first()
    if request.method != "POST":
        return _render_editor(request, project, latest, GuidelineForm.after(latest))
    form = GuidelineForm(request.POST)
    if "preview" in request.POST or not form.is_valid():
        return _render_editor(request, project, latest, form)
    try:
        guideline = publish_guideline(user=request.user, project=project, **form.cleaned_data)
    except DomainError as error:
        if isinstance(error, StaleVersion):
            # Having seen the sentence, the writer may publish on top of the other version.
            latest = project.guidelines.first()
            form = GuidelineForm({**form.cleaned_data, "based_on": latest.version if latest else 0})
        form.add_error(None, error.sentence)
        return _render_editor(request, project, latest, form)
    messages.success(request, f"Version {guideline.version} was published. Annotators now see this version.")
    return redirect("projects:guidelines", slug)


@require_POST
@admits(can_manage, is_fragment=True)
def guideline_preview(request: SignedInRequest, slug: str) -> HttpResponse:
    """Render the text as a fragment."""
    return render(request, "projects/_guideline_preview.html", {"html": _preview(request)})


def compare_lines(before: str, after: str) -> Iterator[DiffLine]:
    """Yield changes line by line, with the lines around them."""
    kinds = {"+": "added", "-": "removed", " ": "kept", "@": "gap"}
    lines = unified_diff(before.splitlines(), after.splitlines(), n=LINES_AROUND, lineterm="")
    for number, line in enumerate(lines):
        if number >= HEADER_LINES:
            yield DiffLine(kinds[line[0]], "" if line[0] == "@" else line[1:])


def _shown_version(project: Project, number: str) -> Guideline:
    version = int(number) if number.isdecimal() and len(number) <= LONGEST_NUMBER else 0
    return get_object_or_404(project.guidelines.select_related("created_by"), version=version)


def _preview(request: SignedInRequest) -> str:
    return render_guideline(request.POST.get("text", "")[:LONGEST_GUIDELINE])


def _render_editor(
    request: SignedInRequest, project: Project, latest: Guideline | None, form: GuidelineForm
) -> HttpResponse:
    context = project_context(request.user, project, "projects:guidelines")
    context |= {
        "page_name": "New version" if latest else "Write guidelines",
        "form": form,
        "number": (latest.version if latest else 0) + 1,
        "html": _preview(request) if form.is_bound else render_guideline(latest.text if latest else ""),
    }
    return render(request, "projects/guideline_new.html", context, status=400 if form.errors else 200)
