from django.urls import URLPattern, path

from idiomaticity.screening import api
from idiomaticity.screening.views import known_ratings, quality

pages: list[URLPattern] = [
    path("<slug:slug>/quality/", quality.quality, name="quality"),
    path("<slug:slug>/quality/table/", quality.quality_table, name="quality_table"),
    path("<slug:slug>/quality/known/", known_ratings.known_ratings, name="known_ratings"),
    path("<slug:slug>/quality/known/settings/", known_ratings.screening, name="screening"),
    path(
        "<slug:slug>/quality/known/<int:number>/remove/", known_ratings.known_rating_remove, name="known_rating_remove"
    ),
    path("<slug:slug>/quality/<int:pk>/", quality.quality_annotator, name="quality_annotator"),
]

project_api: list[URLPattern] = [
    path("rating-quality/", api.RaterQualitiesView.as_view(), name="rating-qualities"),
    path("rating-quality/<int:pk>/", api.RaterQualityView.as_view(), name="rating-quality"),
    path("known-ratings/", api.KnownRatingsView.as_view(), name="known-ratings"),
    path("known-ratings/<int:number>/", api.KnownRatingView.as_view(), name="known-rating"),
]
