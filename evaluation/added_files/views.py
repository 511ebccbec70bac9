"""Page that adds a file to a test set, whatever it holds."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from django.http import HttpResponse, HttpResponseRedirect
from django.views.decorators.http import require_http_methods

from annotation_site.jobs.models import Job
from annotation_site.previews.views import answer_upload
from annotation_site.projects.abilities import can_manage
from annotation_site.web.access import SignedInRequest
from annotation_site.web.middleware.bodies import takes_files
from evaluation.added_files.forms import AddedFileForm
from evaluation.added_files.recognition import Content
from evaluation.alignments.services import add_alignment
from evaluation.external_scores.views import lead_to_preview, start_preview
from evaluation.linguistic_annotation.services import add_linguistic_annotation
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.views.test_sets import open_test_set, test_set_context
from evaluation.translations.views import lead_to_outputs, take_outputs

_ADD: Mapping[Content, Callable[..., Job]] = {
    "links": add_alignment,
    "annotation": add_linguistic_annotation,
}


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@admits_with_test_sets(can_manage)
def file_new(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the form for any file; POST starts its import, or the preview of a table or of scores."""
    project = request.project
    found = open_test_set(request, pk)
    form = AddedFileForm(request.POST or None, request.FILES or None, test_set=found, initial={"request_id": uuid4()})

    def add() -> Job:
        shared: dict[str, Any] = {"user": request.user, "project": project, "test_set": found}
        if form.content is None or form.content == "scores":
            return start_preview(**shared, form=form.chosen)
        if form.content == "translations":
            return take_outputs(**shared, form=form.chosen)
        return _ADD[form.content](**shared, **form.chosen.service_arguments())

    def lead(job: Job) -> HttpResponseRedirect:
        return lead_to_preview(job) if form.content == "scores" else lead_to_outputs(job)

    return answer_upload(
        request,
        form,
        add,
        template="evaluation/added_files/file_new.html",
        context=test_set_context(request, found, "Add a file"),
        lead=lead,
    )
