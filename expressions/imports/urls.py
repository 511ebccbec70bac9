from django.urls import URLPattern, path

from expressions.imports import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/import/", views.pages.upload, name="import"),
    path("<slug:slug>/import/<int:job_pk>/", views.pages.preview, name="import_preview"),
    path("<slug:slug>/import/<int:job_pk>/confirm/", views.pages.confirm, name="import_confirm"),
]

project_api: list[URLPattern] = [
    path("passage-imports/", api.PassageImportsView.as_view(), name="passage-imports"),
    path("passage-imports/<int:pk>/confirm/", api.PassageConfirmView.as_view(), name="passage-import-confirm"),
]
