from django.urls import URLPattern, path

from alignment.annotator_quality import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/annotator-quality/", views.annotator_quality, name="annotator_quality"),
    path("<slug:slug>/annotator-quality/table/", views.annotator_quality_table, name="annotator_quality_table"),
    path("<slug:slug>/annotator-quality/<int:pk>/", views.annotator_quality_detail, name="annotator_quality_detail"),
    path(
        "<slug:slug>/annotator-quality/<int:pk>/<slug:figure>.svg",
        views.annotator_quality_plot,
        name="annotator_quality_plot",
    ),
]

project_api: list[URLPattern] = [
    path("annotator-quality/", api.AnnotatorQualitiesView.as_view(), name="annotator-qualities"),
    path("annotator-quality/<int:pk>/", api.AnnotatorQualityView.as_view(), name="annotator-quality"),
]
