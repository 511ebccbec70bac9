"""The texts and programs of a study for a paper, on a page and as files."""

from collections.abc import Mapping

from django.conf import settings
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from idiomaticity.answers.mixed_model import choose_model, write_python, write_r
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.studies.paper import write_methods, write_preregistration
from idiomaticity.studies.queries.paper import read_design, read_figures
from idiomaticity.studies.references import write_references

# The names of files, with their titles.
FILES: Mapping[str, str] = {
    "preregistration.md": "Preregistration",
    "methods.md": "Methods",
    "references.bib": "References",
    "model.r": "Mixed model in R, with lme4",
    "model.py": "Mixed model in Python, with statsmodels",
}


@require_safe
@never_cache
@admits(can_manage)
def study_paper(request: SignedInRequest, slug: str) -> HttpResponse:
    """Show the texts, and the programs that fit the model which they name."""
    project = request.project
    texts = {name: write_file(project, name) for name in FILES}
    context = {
        **rating_context(request.user, project, "idiomaticity:study_paper"),
        "page_name": "For a paper",
        "files": [(name, title, texts[name]) for name, title in FILES.items()],
    }
    return render(request, "idiomaticity/studies/study_paper.html", context)


@require_safe
@never_cache
@admits(can_manage)
def study_paper_file(request: SignedInRequest, slug: str, name: str) -> HttpResponse:
    """Return one of the texts or programs as a file."""
    if name not in FILES:
        raise Http404("There is no such file.")
    answer = HttpResponse(write_file(request.project, name), content_type="text/plain; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-{name}"'
    return answer


def write_file(project: Project, name: str) -> str:
    """Return the content of a file as it is now."""
    if name == "references.bib":
        return write_references(settings.VERSION)
    if name in ("model.r", "model.py"):
        write = write_r if name == "model.r" else write_python
        return write(choose_model(project.idiomaticity.level), f"{project.slug}-answers")
    design = read_design(project)
    return (
        write_preregistration(design) if name == "preregistration.md" else write_methods(design, read_figures(project))
    )
