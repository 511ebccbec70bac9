"""URLs of measures."""

from django.urls import URLPattern, path

from evaluation.measures import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/test-sets/<int:pk>/measures/", views.measures_new, name="measures_new"),
]

project_api: list[URLPattern] = [
    path("test-sets/<int:pk>/measures/", api.MeasuresView.as_view(), name="measures"),
]
