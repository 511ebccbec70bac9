"""Page for having a neural model score the systems of a test set."""

from uuid import uuid4

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from annotation_site.previews.views import answer_upload
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from evaluation.neural_measures.forms import NeuralScoresForm
from evaluation.neural_measures.queries import find_models
from evaluation.neural_measures.services import request_neural_scores
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.views.test_sets import lead_to_test_set, open_test_set, test_set_context


@require_http_methods(["GET", "HEAD", "POST"])
@admits_with_test_sets(can_manage)
def neural_scores_new(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the models that are installed; POST queues the scores of one."""
    project = request.project
    test_set = open_test_set(request, pk)
    models = [model.name for model in find_models()]
    form = NeuralScoresForm(request.POST or None, models=models, initial={"request_id": uuid4()})
    return answer_upload(
        request,
        form,
        lambda: request_neural_scores(user=request.user, project=project, test_set=test_set, **form.cleaned_data),
        template="evaluation/neural_measures/neural_scores_new.html",
        context={**test_set_context(request, test_set, "Score by a neural model"), "models": models},
        lead=lead_to_test_set,
    )
