"""The page of a test set's files, and the files."""

from django.http import Http404, HttpResponse, StreamingHttpResponse
from django.shortcuts import render
from django.utils.text import slugify
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from annotation_site.projects.abilities import can_see_results
from annotation_site.projects.access import SignedInRequest
from evaluation.downloads.queries.files import DOWNLOADS
from evaluation.projects.access import admits_with_test_sets
from evaluation.test_sets.models import TestSet
from evaluation.test_sets.views.test_sets import open_test_set, test_set_context


@require_safe
@admits_with_test_sets(can_see_results)
def downloads(request: SignedInRequest, slug: str, pk: int) -> HttpResponse:
    """Show the forms in which the test set can be downloaded."""
    test_set = open_test_set(request, pk)
    context = {**test_set_context(request, test_set, "Download"), "downloads": list(DOWNLOADS.items())}
    return render(request, "evaluation/downloads/downloads.html", context)


@require_safe
@admits_with_test_sets(can_see_results)
@never_cache
def download(request: SignedInRequest, slug: str, pk: int, name: str) -> StreamingHttpResponse:
    """Send one of the files as an attachment: uploaded text is never rendered on our own address."""
    return send_download(open_test_set(request, pk), name)


def send_download(test_set: TestSet, name: str) -> StreamingHttpResponse:
    """Return the answer that streams a file; raise 404 for an unknown name."""
    if name not in DOWNLOADS:
        raise Http404(f"There is no file {name}; there are {', '.join(DOWNLOADS)}.")
    chosen = DOWNLOADS[name]
    answer = StreamingHttpResponse(chosen.write(test_set), content_type=chosen.media_type)
    answer["Content-Disposition"] = f'attachment; filename="{slugify(test_set.name)[:60] or test_set.pk}-{name}"'
    answer["X-Content-Type-Options"] = "nosniff"
    return answer
