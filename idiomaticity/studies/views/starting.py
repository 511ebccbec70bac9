"""Pages on which a project starts with the settings of a study: a copy, a file, or a published one."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from annotation_site.projects.abilities import can_manage, require_creator
from annotation_site.projects.access import CREATORS, SignedInRequest
from annotation_site.projects.access import admits as admits_anywhere
from annotation_site.texts.languages import find_language, list_options
from annotation_site.web.forms import refusals_on
from annotation_site.web.middleware.bodies import takes_files
from idiomaticity.projects.access import admits, rating_context
from idiomaticity.studies.api.shapes import read_study_upload
from idiomaticity.studies.forms import StartForm, StartFromFileForm, StartPublishedForm
from idiomaticity.studies.published import PUBLISHED
from idiomaticity.studies.queries.carried import read_study
from idiomaticity.studies.services.starting import start_study
from idiomaticity.studies.study_files import write_study_file

Study = Mapping[str, Any]


@require_http_methods(["GET", "HEAD", "POST"])
@admits(can_manage)
def study_copy(request: SignedInRequest, slug: str) -> HttpResponse:
    """Start a project with the settings of this one."""
    project = request.project
    context = {
        **rating_context(request.user, project, "idiomaticity:settings"),
        "page_name": "Copy study",
        "known": project.known_ratings.count(),
        "has_crowd": hasattr(project, "crowd_call"),
    }
    form = StartForm(request.POST or None, initial={"name": f"{project.name} (copy)"[:120], **_new_request()})
    page = "idiomaticity/studies/study_copy.html"
    return _start(request, form, page, context, lambda fields: read_study(project))


@require_safe
@admits(can_manage)
def study_file(request: SignedInRequest, slug: str) -> HttpResponse:
    """Return the settings of the study as a file."""
    answer = HttpResponse(write_study_file(read_study(request.project)), content_type="application/json; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{slug}-study.json"'
    return answer


@require_http_methods(["GET", "HEAD", "POST"])
@admits_anywhere(CREATORS)
def study_from_published(request: SignedInRequest, key: str) -> HttpResponse:
    """Start a project by the design of a published study."""
    require_creator(request.user)
    if key not in PUBLISHED:
        raise Http404(f"There is no template called {key}.")
    published = PUBLISHED[key]
    language = find_language(published.language).name
    form = StartPublishedForm(request.POST or None, initial={"language": language, **_new_request()})
    context = {"published": published, "languages": list_options()}
    page = "idiomaticity/studies/study_from_published.html"
    return _start(request, form, page, context, lambda fields: published.to_study(fields["language"]))


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@admits_anywhere(CREATORS)
def study_from_file(request: SignedInRequest) -> HttpResponse:
    """Start a project by a study file."""
    require_creator(request.user)
    form = StartFromFileForm(request.POST or None, request.FILES or None, initial=_new_request())
    return _start(
        request,
        form,
        "idiomaticity/studies/study_from_file.html",
        {},
        lambda fields: read_study_upload(fields["file"].read(), fields["file"].name),
    )


def _start(
    request: SignedInRequest,
    form: StartForm,
    page: str,
    context: Mapping[str, Any],
    read: Callable[[Mapping[str, Any]], Study],
) -> HttpResponse:
    """Show the form; POST starts the project and leads to its steps."""
    if request.method == "POST" and form.is_valid():
        fields = form.cleaned_data
        with refusals_on(form, "file" if "file" in form.fields else None):
            study = read(fields)
            name = fields["name"] or study["name"]
            started = start_study(user=request.user, name=name, request_id=fields["request_id"], study=study)
            if started.is_new:
                messages.success(request, "The project is ready. Next: import its compounds.")
                for sentence in started.left:
                    messages.info(request, sentence)
            else:
                messages.info(request, "You have already started this project. No second one was created.")
            return redirect("idiomaticity:study", started.project.slug)
    return render(request, page, {**context, "form": form}, status=400 if form.errors else 200)


def _new_request() -> dict[str, UUID]:
    return {"request_id": uuid4()}
