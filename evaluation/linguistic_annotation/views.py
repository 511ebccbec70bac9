"""Page for adding lemmas and parts of speech to a stored text."""

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from annotation_site.previews.views import answer_upload
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.web.middleware.bodies import takes_files
from evaluation.linguistic_annotation.forms import LinguisticAnnotationForm
from evaluation.linguistic_annotation.services import add_linguistic_annotation
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.views.test_sets import lead_to_test_set, open_test_set, test_set_context


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@admits_with_test_sets(can_manage)
def linguistic_annotation_new(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the form for CoNLL-U of the source, of a reference or of a system output; POST starts the import."""
    project = request.project
    test_set = open_test_set(request, pk)
    form = LinguisticAnnotationForm(request.POST or None, request.FILES or None, test_set=test_set)
    return answer_upload(
        request,
        form,
        lambda: add_linguistic_annotation(
            user=request.user, project=project, test_set=test_set, **form.service_arguments()
        ),
        template="evaluation/linguistic_annotation/linguistic_annotation_new.html",
        context=test_set_context(request, test_set, "Add linguistic annotation"),
        lead=lead_to_test_set,
    )
