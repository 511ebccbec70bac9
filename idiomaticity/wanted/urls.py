from django.urls import URLPattern, path

from idiomaticity.wanted import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/wanted/", views.raise_wanted, name="raise_wanted"),
]

project_api: list[URLPattern] = [
    path("wanted-ratings/", api.WantedRatingsView.as_view(), name="wanted-ratings"),
]
