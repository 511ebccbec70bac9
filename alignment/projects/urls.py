"""Addresses of projects."""

from django.urls import URLPattern, path

from alignment.projects import api, views

pages: list[URLPattern] = [
    path("new/", views.new, name="new"),
    path("<slug:slug>/", views.overview, name="overview"),
    path("<slug:slug>/settings/", views.settings, name="settings"),
]

project_api: list[URLPattern] = [
    path("", api.ProjectView.as_view(), name="project-detail"),
]

site_api: list[URLPattern] = [
    path("projects/", api.ProjectsView.as_view(), name="projects"),
]
