from django.urls import URLPattern, path

from evaluation.outside_scores import api, views

pages: list[URLPattern] = [
    path(
        "<slug:slug>/test-sets/<int:pk>/outside-scores/",
        views.outside_scores_new,
        name="outside_scores_new",
    ),
]

project_api: list[URLPattern] = [
    path("test-sets/<int:pk>/outside-scores/", api.OutsideScoresView.as_view(), name="outside-scores"),
]
