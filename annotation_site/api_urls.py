"""Routes of the API, gathered from the subjects of every app."""

from importlib import import_module

from django.urls import URLPattern, URLResolver, include, path

from annotation_site import page_urls

# Also tells the document of our ways to authenticate.
from annotation_site.help.openapi_document import DocumentView
from annotation_site.projects.kinds import list_kinds
from annotation_site.web.addresses import gather

app_name = "api"
SUBJECTS = [
    *page_urls.SUBJECTS,
    *(subject for each in list_kinds() for subject in import_module(f"{each.kind}.urls").SUBJECTS),
]
urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", DocumentView.as_view(), name="schema"),
    *gather(SUBJECTS, "site_api"),
    path("projects/<slug:slug>/", include(gather(SUBJECTS, "project_api"))),
    path("assignments/<int:pk>/", include(gather(SUBJECTS, "assignment_api"))),
]
