"""URLs for transferring accepted hits."""

from django.urls import URLPattern, path

from evaluation.transfers import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/findings/<int:pk>/use/", views.finding_use, name="finding_use"),
    path("<slug:slug>/transferred/<int:pk>/", views.transferred, name="transferred"),
]

project_api: list[URLPattern] = [
    path("findings/<int:pk>/transfer/", api.TransfersView.as_view(), name="finding-transfer"),
    path("transfers/<int:pk>/preview/", api.TransferPreviewView.as_view(), name="transfer-preview"),
]
