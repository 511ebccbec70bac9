from django.urls import URLPattern, path

from alignment.imports import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/import/", views.pages.upload, name="import"),
    path("<slug:slug>/import/<int:job_pk>/", views.pages.preview, name="import_preview"),
    path("<slug:slug>/import/<int:job_pk>/again/", views.pages.again, name="import_again"),
    path("<slug:slug>/import/<int:job_pk>/confirm/", views.pages.confirm, name="import_confirm"),
]

project_api: list[URLPattern] = [
    path("imports/", api.ImportsView.as_view(), name="imports"),
    path("imports/<int:pk>/confirm/", api.ImportConfirmView.as_view(), name="import-confirm"),
]
