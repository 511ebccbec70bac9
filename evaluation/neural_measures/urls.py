from django.urls import URLPattern, path

from evaluation.neural_measures import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/test-sets/<int:pk>/neural-scores/", views.neural_scores_new, name="neural_scores_new"),
]

project_api: list[URLPattern] = [
    path("test-sets/<int:pk>/neural-scores/", api.NeuralScoresView.as_view(), name="neural-scores"),
]
