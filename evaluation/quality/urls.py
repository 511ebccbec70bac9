from django.urls import URLPattern, path

from evaluation.quality import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/quality/", views.quality, name="quality"),
    path("<slug:slug>/quality/<int:pk>/", views.quality_annotator, name="quality_annotator"),
    path("<slug:slug>/quality/<int:pk>/<slug:figure>.svg", views.quality_plot, name="quality_plot"),
]

project_api: list[URLPattern] = [
    path("quality/", api.QualitiesView.as_view(), name="qualities"),
    path("quality/<int:pk>/", api.QualityView.as_view(), name="quality"),
]
