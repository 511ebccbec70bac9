from django.urls import URLPattern, path

from idiomaticity.anchoring import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/machine-scores/effects/", views.anchoring, name="anchoring"),
]

project_api: list[URLPattern] = [
    path("machine-scores/effects/", api.RatingAnchoringView.as_view(), name="rating-anchoring"),
]
