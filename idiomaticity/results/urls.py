from django.urls import URLPattern, path

from idiomaticity.results import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/results/", views.results, name="results"),
    path("<slug:slug>/results/<int:number>/", views.compound, name="compound"),
]

project_api: list[URLPattern] = [
    path("compounds/", api.CompoundsView.as_view(), name="compounds"),
    path("extra-questions/", api.ExtraQuestionsView.as_view(), name="extra-questions"),
]
