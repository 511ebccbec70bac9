from django.urls import URLPattern, path

from evaluation.linguistic_annotation import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/test-sets/<int:pk>/lemmas/", views.annotation_new, name="annotation_new"),
]

project_api: list[URLPattern] = [
    path("test-sets/<int:pk>/annotations/", api.AnnotationsView.as_view(), name="annotations"),
]
