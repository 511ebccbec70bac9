from django.urls import URLPattern, path

from idiomaticity.required_ratings import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/required-ratings/", views.raise_required, name="raise_required"),
]

project_api: list[URLPattern] = [
    path("required-ratings/", api.RequiredRatingsView.as_view(), name="required-ratings"),
]
