from django.urls import URLPattern, path

from idiomaticity.screening import api
from idiomaticity.screening.views import annotator_quality, known_ratings

pages: list[URLPattern] = [
    path("<slug:slug>/annotator-quality/", annotator_quality.annotator_quality, name="annotator_quality"),
    path(
        "<slug:slug>/annotator-quality/table/",
        annotator_quality.annotator_quality_table,
        name="annotator_quality_table",
    ),
    path("<slug:slug>/annotator-quality/known/", known_ratings.known_ratings, name="known_ratings"),
    path("<slug:slug>/annotator-quality/known/settings/", known_ratings.screening, name="screening"),
    path(
        "<slug:slug>/annotator-quality/known/<int:number>/remove/",
        known_ratings.known_rating_remove,
        name="known_rating_remove",
    ),
    path(
        "<slug:slug>/annotator-quality/<int:pk>/",
        annotator_quality.annotator_quality_detail,
        name="annotator_quality_detail",
    ),
]

project_api: list[URLPattern] = [
    path("rating-annotator-quality/", api.RatingAnnotatorQualitiesView.as_view(), name="rating-annotator-qualities"),
    path(
        "rating-annotator-quality/<int:pk>/", api.RatingAnnotatorQualityView.as_view(), name="rating-annotator-quality"
    ),
    path("known-ratings/", api.KnownRatingsView.as_view(), name="known-ratings"),
    path("known-ratings/<int:number>/", api.KnownRatingView.as_view(), name="known-rating"),
]
