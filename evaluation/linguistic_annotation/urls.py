from django.urls import URLPattern, path

from evaluation.linguistic_annotation import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/test-sets/<int:pk>/lemmas/", views.linguistic_annotation_new, name="linguistic_annotation_new"),
]

project_api: list[URLPattern] = [
    path(
        "test-sets/<int:pk>/linguistic-annotations/",
        api.LinguisticAnnotationsView.as_view(),
        name="linguistic-annotations",
    ),
]
