"""The page of what a test set consists of, from which its parts are replaced and deleted."""

from django.db.models import Count
from django.http import HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.projects.abilities import can_manage
from annotation_site.web.access import SignedInRequest
from evaluation.measures.registry import find_measure
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.views.test_sets import open_test_set, test_set_context
from evaluation.translations.models import RESAMPLES, TranslationScore


@require_safe
@admits_with_test_sets(can_manage)
@never_cache
def parts(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show translations, alignments, scores, judging rounds and studies of the test set."""
    found = open_test_set(request, pk)
    scores = TranslationScore.objects.filter(translation__test_set=found).defer("result", *RESAMPLES, "signature")
    context = {
        **test_set_context(request, found, "Replace or delete"),
        "translations": found.translations.select_related("system").annotate(score_count=Count("scores")),
        "alignments": found.word_alignments.select_related("translation__system"),
        "scores": [
            (find_measure(each.measure).title, each)
            for each in scores.select_related("translation__system").order_by("measure", "pk")
        ],
        "judging_rounds": found.judging_rounds.order_by("number"),
        "studies": found.studies.order_by("pk"),
    }
    return render(request, "evaluation/deletions/parts.html", context)
