"""Page for uploading the alignment of a translation or of the reference."""

from typing import Any

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from annotation_site.jobs.models import Job
from annotation_site.previews.views import answer_upload
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.web.middleware.bodies import takes_files
from evaluation.alignments.forms import AlignmentForm
from evaluation.alignments.services import add_alignment, add_released_alignment
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.queries import releases_for_test_sets
from evaluation.test_sets.views.test_sets import lead_to_test_set, open_test_set, test_set_context


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@admits_with_test_sets(can_manage)
def alignment_new(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the form for links between the source and a translation, or the reference, from a file or a release."""
    project = request.project
    test_set = open_test_set(request, pk)
    releases = releases_for_test_sets(request.user, project)
    form = AlignmentForm(request.POST or None, request.FILES or None, test_set=test_set, releases=releases)
    return answer_upload(
        request,
        form,
        lambda: _add(request, project, test_set, form),
        template="evaluation/alignments/alignment_new.html",
        context=test_set_context(request, test_set, "Add alignment"),
        lead=lead_to_test_set,
    )


def _add(request: SignedInRequest, project: Project, test_set: TestSet, form: AlignmentForm) -> Job:
    shared: dict[str, Any] = {"user": request.user, "project": project, "test_set": test_set}
    if release := form.cleaned_data.get("release"):
        return add_released_alignment(**shared, translation=form.find_translation(), release=release)
    return add_alignment(**shared, **form.service_arguments())
