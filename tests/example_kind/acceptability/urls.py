"""Addresses of the kind: most are made by the storeys from its declarations."""

from acceptability.adjudication import SENTENCES
from acceptability.figures import QUALITY
from acceptability.imports import pages as sentence_import
from acceptability.releases.jobs import page as release_page
from django.http import HttpResponse
from django.shortcuts import render
from django.urls import path

from annotation_site.adjudication.api import adjudication_api
from annotation_site.adjudication.urls import adjudication_pages
from annotation_site.annotator_quality.urls import quality_api, quality_pages
from annotation_site.assignments.urls import work_pages
from annotation_site.overview.urls import list_pages
from annotation_site.previews.urls import import_pages
from annotation_site.projects.abilities import can_manage
from annotation_site.projects.access import SignedInRequest, admits
from annotation_site.projects.navigation import project_context

KIND = "acceptability"


@admits(can_manage, kinds=(KIND,))
def sentences(request: SignedInRequest, slug: str) -> HttpResponse:
    """List the sentences with their state."""
    context = project_context(request.user, request.project, "acceptability:sentences")
    items = request.project.items.select_related("sentence").order_by("number")
    return render(request, "acceptability/sentences.html", {**context, "items": items})


app_name = KIND
SUBJECTS = [KIND]
urlpatterns = [
    *list_pages(KIND),
    *work_pages(KIND, "judge"),
    path("<slug:slug>/sentences/", sentences, name="sentences"),
    *import_pages(sentence_import),
    *adjudication_pages(KIND),
    *quality_pages(QUALITY),
    path("<slug:slug>/releases/new/", release_page.new, name="release_new"),
]
project_api = [
    *adjudication_api(SENTENCES),
    *quality_api(
        QUALITY, name="acceptability-quality", shape="AcceptabilityQuality", exclusions="acceptability-exclusions"
    ),
]
