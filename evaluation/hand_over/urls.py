"""URLs for transferring accepted hits."""

from django.urls import URLPattern, path

from evaluation.hand_over import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/findings/<int:pk>/use/", views.finding_use, name="finding_use"),
    path("<slug:slug>/handed-over/<int:pk>/", views.handed_over, name="handed_over"),
]

project_api: list[URLPattern] = [
    path("findings/<int:pk>/hand-over/", api.HandOversView.as_view(), name="finding-hand-over"),
    path("hand-overs/<int:pk>/preview/", api.HandOverPreviewView.as_view(), name="hand-over-preview"),
]
