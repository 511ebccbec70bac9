from django.urls import URLPattern, path

from alignment.anchoring import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/suggestions/effects/", views.anchoring, name="anchoring"),
]

project_api: list[URLPattern] = [
    path("suggestions/effects/", api.AnchoringView.as_view(), name="anchoring"),
]
