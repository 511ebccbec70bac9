from django.urls import URLPattern, path

from evaluation.downloads import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/test-sets/<int:pk>/downloads/", views.downloads, name="downloads"),
    path("<slug:slug>/test-sets/<int:pk>/downloads/<file:name>", views.download, name="download"),
]

project_api: list[URLPattern] = [
    path("test-sets/<int:pk>/downloads/<file:name>/", api.TestSetDownloadView.as_view(), name="test-set-download"),
]
