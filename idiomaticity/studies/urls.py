from django.urls import URLPattern, path

from idiomaticity.studies import views
from idiomaticity.studies.api import studies as api

pages: list[URLPattern] = [
    path("new/from-file/", views.study_from_file, name="study_from_file"),
    path("new/from/<slug:key>/", views.study_from_published, name="study_from_published"),
    path("<slug:slug>/copy/", views.study_copy, name="study_copy"),
    path("<slug:slug>/study.json", views.study_file, name="study_file"),
]

site_api: list[URLPattern] = [
    path("studies/", api.StudiesView.as_view(), name="studies"),
]

project_api: list[URLPattern] = [
    path("study/", api.StudyView.as_view(), name="study"),
]
