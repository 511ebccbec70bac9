from django.urls import URLPattern, path

from annotation_site.imports import api, views

project_pages: list[URLPattern] = [
    path("jobs/<int:pk>/take-back/", views.import_take_back, name="import_take_back"),
]

project_api: list[URLPattern] = [
    path("jobs/<int:pk>/take-back/", api.JobTakeBackView.as_view(), name="job-take-back"),
]
