from django.urls import URLPattern, path

from evaluation.translations import api

project_api: list[URLPattern] = [
    path("test-sets/<int:pk>/translations/", api.TranslationsView.as_view(), name="translations"),
]
