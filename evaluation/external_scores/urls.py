from django.urls import URLPattern, path

from evaluation.external_scores import api, views

pages: list[URLPattern] = [
    path(
        "<slug:slug>/test-sets/<int:pk>/external-scores/",
        views.external_scores_new,
        name="external_scores_new",
    ),
    path(
        "<slug:slug>/test-sets/external-scores/<int:job_pk>/",
        views.pages.preview_or_confirm,
        name="external_scores_preview",
    ),
    path(
        "<slug:slug>/test-sets/external-scores/<int:job_pk>/again/",
        views.pages.again,
        name="external_scores_again",
    ),
]

project_api: list[URLPattern] = [
    path("test-sets/<int:pk>/external-scores/", api.ExternalScoresView.as_view(), name="external-scores"),
]
