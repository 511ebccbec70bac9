"""Page for uploading the judgements of a finished study."""

from django.contrib.auth.decorators import login_required
from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from annotation_site.previews.views import answer_upload
from annotation_site.projects.abilities import can_manage
from annotation_site.web.access import SignedInRequest
from annotation_site.web.middleware.bodies import takes_files
from evaluation.correlation.forms import StudyForm
from evaluation.correlation.services import import_human_study
from evaluation.projects.access import open_translation_project
from evaluation.test_sets.views.test_sets import open_test_set, test_set_context


@takes_files
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def study_new(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the form for a finished study; POST starts its import."""
    project = open_translation_project(request.user, slug, can_manage)
    found = open_test_set(request, slug, pk)
    form = StudyForm(request.POST or None, request.FILES or None)
    return answer_upload(
        request,
        form,
        lambda: import_human_study(user=request.user, project=project, test_set=found, **form.service_arguments()),
        template="evaluation/correlation/study_new.html",
        context=test_set_context(request, found, "Import judgements"),
    )
