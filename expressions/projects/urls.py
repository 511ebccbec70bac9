from django.urls import URLPattern, path

from annotation_site.projects.models import Project
from annotation_site.projects.views import projects
from expressions.projects import views

KIND = {"project_kind": Project.Kind.EXPRESSIONS.value}

pages: list[URLPattern] = [
    path("new/", projects.new, KIND, name="new"),
    path("<slug:slug>/", views.overview, name="overview"),
    path("<slug:slug>/settings/", projects.settings, KIND, name="settings"),
]
