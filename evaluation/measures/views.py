"""The page on which measures of a test set are chosen."""

from django.http import HttpResponse
from django.views.decorators.http import require_http_methods

from annotation_site.jobs.models import Job
from annotation_site.jobs.uploads import keeping_uploads
from annotation_site.previews.views import answer_upload
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest
from annotation_site.projects.models import Project
from annotation_site.web.middleware.bodies import takes_files
from evaluation.linguistic_annotation.queries import describe_linguistic_annotations
from evaluation.measures.forms import MeasuresForm
from evaluation.measures.jobs.preparing import has_wordnet
from evaluation.measures.registry import FILES, MEASURES, complete_options
from evaluation.measures.services.measures import request_measures
from evaluation.projects.access import admits_with_test_sets
from evaluation.sources.compositionality import find_score_sources
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.views.test_sets import lead_to_test_set, open_test_set, test_set_context


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@admits_with_test_sets(can_manage)
def measures_new(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Choose measures, which a job computes for every system."""
    project = request.project
    test_set = open_test_set(request, pk)
    form = MeasuresForm(request.POST or None, request.FILES or None, sources=find_score_sources(request.user))
    options = complete_options({})
    context = {
        **test_set_context(request, test_set, "Measure"),
        "lemmas": describe_linguistic_annotations(test_set),
        "of_words": [measure.title for measure in MEASURES.values() if measure.word_sides(options)],
        "of_synonyms": []
        if has_wordnet(test_set.target_language)
        else [measure.title for measure in MEASURES.values() if measure.reads_wordnet],
    }
    return answer_upload(
        request,
        form,
        lambda: _request(request, project, test_set, form),
        template="evaluation/measures/measures_new.html",
        context=context,
        lead=lead_to_test_set,
    )


def _request(request: SignedInRequest, project: Project, test_set: TestSet, form: MeasuresForm) -> Job:
    with keeping_uploads(user=request.user, project=project) as keep:
        files = {file.part: [keep(given)] for file in FILES if (given := form.cleaned_data[file.field])}
        return request_measures(
            user=request.user,
            project=project,
            test_set=test_set,
            measures=form.cleaned_data["measures"],
            options=form.options(),
            files=files,
            scores=form.scores(),
            allow_missing_expressions=form.cleaned_data["allow_missing_expressions"],
        )
