from django.urls import URLPattern, path

from annotation_site.overview.urls import list_pages
from annotation_site.projects.models import Project
from idiomaticity.projects import views

pages: list[URLPattern] = [
    *list_pages(Project.Kind.IDIOMATICITY.value),
    path("<slug:slug>/settings/preview/", views.preview, name="preview"),
]
