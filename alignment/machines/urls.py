from django.urls import URLPattern, path

from alignment.machines import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/machines/<int:pk>/suggestions/", views.machine_from_suggestions, name="machine_from_suggestions"),
]

project_api: list[URLPattern] = [
    path("machines/<int:pk>/from-suggestions/", api.FromSuggestionsView.as_view(), name="machine-from-suggestions"),
]
