from django.urls import URLPattern, path

from evaluation.alignments import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/test-sets/<int:pk>/alignments/", views.alignment_new, name="alignment_new"),
]

project_api: list[URLPattern] = [
    path("test-sets/<int:pk>/alignments/", api.AlignmentsView.as_view(), name="alignments"),
]
