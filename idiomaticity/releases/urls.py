from django.urls import URLPattern, path

from idiomaticity.releases import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/releases/new/", views.release_new, name="release_new"),
]

project_api: list[URLPattern] = [
    path("study-releases/", api.StudyReleasesView.as_view(), name="study-releases"),
]
