from django.urls import URLPattern, path

from evaluation.training_text import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/findings/<int:pk>/training/", views.training_files_new, name="training_files_new"),
    path("<slug:slug>/training-files/<int:pk>/", views.training_files, name="training_files"),
    path(
        "<slug:slug>/training-files/<int:pk>/download/",
        views.training_files_download,
        name="training_files_download",
    ),
]

project_api: list[URLPattern] = [
    path("findings/<int:pk>/training-files/", api.TrainingFilesView.as_view(), name="training-files"),
    path(
        "training-files/<int:pk>/download/",
        api.TrainingFilesDownloadView.as_view(),
        name="training-files-download",
    ),
]
