from django.urls import URLPattern, path

from alignment.imported_annotation import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/readings/", views.pages.upload, name="readings"),
    path("<slug:slug>/readings/<int:job_pk>/", views.pages.preview, name="readings_preview"),
    path("<slug:slug>/readings/<int:job_pk>/again/", views.pages.again, name="readings_again"),
    path("<slug:slug>/readings/<int:job_pk>/confirm/", views.pages.confirm, name="readings_confirm"),
]

project_api: list[URLPattern] = [
    path("readings/", api.ReadingsView.as_view(), name="readings"),
    path("readings/<int:pk>/confirm/", api.ReadingsConfirmView.as_view(), name="readings-confirm"),
]
