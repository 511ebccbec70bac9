"""Addresses of the API, gathered from the subjects of every app."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path
from drf_spectacular.views import SpectacularJSONAPIView

import alignment.urls
import annotation_site.page_urls
import evaluation.urls
import idiomaticity.urls
from annotation_site.web.addresses import gather

app_name = "api"
SUBJECTS = (
    *annotation_site.page_urls.SUBJECTS,
    *alignment.urls.SUBJECTS,
    *idiomaticity.urls.SUBJECTS,
    *evaluation.urls.SUBJECTS,
)
urlpatterns: list[URLPattern | URLResolver] = [
    path("schema/", SpectacularJSONAPIView.as_view(api_version=settings.VERSION), name="schema"),
    *gather(SUBJECTS, "site_api"),
    path("projects/<slug:slug>/", include(gather(SUBJECTS, "project_api"))),
    path("assignments/<int:pk>/", include(gather(SUBJECTS, "assignment_api"))),
]
