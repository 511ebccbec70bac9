from django.urls import URLPattern, path

from evaluation.releases import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/releases/new/", views.release_new, name="release_new"),
]

project_api: list[URLPattern] = [
    path("evaluation-releases/", api.EvaluationReleasesView.as_view(), name="evaluation-releases"),
]
