"""Pages of the files of a test set: all of them, and the form that adds one, whatever it holds."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from django.db.models import Count
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe

from annotation_site.jobs.models import Job
from annotation_site.previews.views import answer_upload
from annotation_site.projects.abilities import can_manage, can_see_results
from annotation_site.projects.access import SignedInRequest
from annotation_site.web.middleware.bodies import takes_files
from evaluation.added_files.forms import AddedFileForm
from evaluation.added_files.recognition import Content
from evaluation.alignments.services import add_alignment
from evaluation.boards.queries.contents import describe_contents
from evaluation.external_scores.views import lead_to_preview, start_preview
from evaluation.linguistic_annotation.queries import list_linguistic_annotations
from evaluation.linguistic_annotation.services import add_linguistic_annotation
from evaluation.measures.registry import find_measure
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.queries import name_files
from evaluation.test_sets.views.test_sets import open_test_set, test_set_context
from evaluation.translations.models import RESAMPLES, TranslationScore
from evaluation.translations.views import lead_to_outputs, take_outputs

_ADD: Mapping[Content, Callable[..., Job]] = {
    "links": add_alignment,
    "annotation": add_linguistic_annotation,
}


@require_safe
@admits_with_test_sets(can_see_results)
@never_cache
def test_set_files(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the files of the test set and what came from them; managers add, replace and delete from here."""
    test_set = open_test_set(request, pk)
    stored = TranslationScore.objects.filter(translation__test_set=test_set).defer("result", *RESAMPLES, "signature")
    scores = list(stored.select_related("translation__system").order_by("measure", "pk"))
    context = {
        **test_set_context(request, test_set, "Files"),
        "contents": describe_contents(test_set, scores),
        "files": name_files(test_set),
        "linguistic_annotations": list_linguistic_annotations(test_set),
        "translations": test_set.translations.select_related("system").annotate(score_count=Count("scores")),
        "alignments": test_set.word_alignments.select_related("translation__system"),
        "scores": [(find_measure(score.measure).title, score) for score in scores],
        "judging_rounds": test_set.judging_rounds.order_by("number"),
        "studies": test_set.studies.order_by("pk"),
    }
    return render(request, "evaluation/added_files/files.html", context)


@require_safe
@admits_with_test_sets(can_see_results)
def test_set_parts(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Lead from the former address of the page of files."""
    return redirect("evaluation:test_set_files", slug, open_test_set(request, pk).pk)


@takes_files
@require_http_methods(["GET", "HEAD", "POST"])
@admits_with_test_sets(can_manage)
def file_new(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the form for any file; POST starts its import, or the preview of a table or of scores."""
    project = request.project
    test_set = open_test_set(request, pk)
    form = AddedFileForm(
        request.POST or None, request.FILES or None, test_set=test_set, initial={"request_id": uuid4()}
    )

    def add() -> Job:
        shared: dict[str, Any] = {"user": request.user, "project": project, "test_set": test_set}
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
        context=test_set_context(request, test_set, "Add a file"),
        lead=lead,
    )
