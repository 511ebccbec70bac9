"""Addresses of projects."""

from django.urls import URLPattern, path

from evaluation.projects import api, views

pages: list[URLPattern] = [
    path("new/", views.new, name="new"),
    path("<slug:slug>/", views.overview, name="overview"),
    path("<slug:slug>/settings/", views.settings, name="settings"),
]

site_api: list[URLPattern] = [
    path("evaluation-projects/", api.EvaluationProjectsView.as_view(), name="evaluation-projects"),
    path(
        "evaluation-projects/<slug:slug>/",
        api.EvaluationProjectView.as_view(),
        name="evaluation-project",
    ),
]
