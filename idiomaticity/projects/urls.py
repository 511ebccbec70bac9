"""Addresses of projects."""

from django.urls import URLPattern, path

from idiomaticity.projects import api, views

pages: list[URLPattern] = [
    path("new/", views.new, name="new"),
    path("<slug:slug>/", views.overview, name="overview"),
    path("<slug:slug>/settings/", views.settings, name="settings"),
]

site_api: list[URLPattern] = [
    path("rating-projects/", api.RatingProjectsView.as_view(), name="rating-projects"),
    path("rating-projects/<slug:slug>/", api.RatingProjectView.as_view(), name="rating-project"),
]
