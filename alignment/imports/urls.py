"""Addresses of imports."""

from django.urls import URLPattern, path

from alignment.imports import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/import/", views.import_text, name="import"),
    path("<slug:slug>/import/<int:job_pk>/", views.import_preview, name="import_preview"),
    path("<slug:slug>/import/<int:job_pk>/again/", views.import_again, name="import_again"),
    path("<slug:slug>/import/<int:job_pk>/confirm/", views.import_confirm, name="import_confirm"),
]

project_api: list[URLPattern] = [
    path("imports/", api.ImportsView.as_view(), name="imports"),
    path("imports/<int:pk>/confirm/", api.ImportConfirmView.as_view(), name="import-confirm"),
]
