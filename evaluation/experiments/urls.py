from django.urls import URLPattern, path

from evaluation.experiments import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/experiments/", views.experiments, name="experiments"),
    path("<slug:slug>/experiments/new/", views.experiment_new, name="experiment_new"),
    path("<slug:slug>/experiments/<int:pk>/", views.experiment, name="experiment"),
    path("<slug:slug>/experiments/<int:pk>/archive/", views.experiment_archive, name="experiment_archive"),
]

project_api: list[URLPattern] = [
    path("experiments/", api.ExperimentsView.as_view(), name="experiments"),
    path("experiments/<int:pk>/", api.ExperimentView.as_view(), name="experiment"),
    path("experiments/<int:pk>/archive/", api.ExperimentArchiveView.as_view(), name="experiment-archive"),
    path("experiments/<int:pk>/outputs/", api.ExperimentOutputsView.as_view(), name="experiment-outputs"),
]
