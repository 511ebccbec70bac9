from django.urls import URLPattern, path

from idiomaticity.screening.api import annotator_quality as quality_api
from idiomaticity.screening.api import exclusions as exclusion_api
from idiomaticity.screening.api import known_ratings as known_api
from idiomaticity.screening.views import annotator_quality, exclusions, known_ratings

pages: list[URLPattern] = [
    path("<slug:slug>/annotator-quality/", annotator_quality.annotator_quality, name="annotator_quality"),
    path(
        "<slug:slug>/annotator-quality/table/",
        annotator_quality.annotator_quality_table,
        name="annotator_quality_table",
    ),
    path("<slug:slug>/annotator-quality/competence/", annotator_quality.competence, name="competence"),
    path("<slug:slug>/annotator-quality/exclude/", exclusions.bulk_exclusion, name="bulk_exclusion"),
    path("<slug:slug>/annotator-quality/exclude/undo/", exclusions.bulk_exclusion_undo, name="bulk_exclusion_undo"),
    path("<slug:slug>/annotator-quality/known/", known_ratings.known_ratings, name="known_ratings"),
    path("<slug:slug>/annotator-quality/known/import/", known_ratings.known_rating_import, name="known_rating_import"),
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
    path(
        "rating-annotator-quality/",
        quality_api.RatingAnnotatorQualitiesView.as_view(),
        name="rating-annotator-qualities",
    ),
    path(
        "rating-annotator-quality/<int:pk>/",
        quality_api.RatingAnnotatorQualityView.as_view(),
        name="rating-annotator-quality",
    ),
    path("rater-competence/", quality_api.RaterCompetenceView.as_view(), name="rater-competence"),
    path("rating-exclusions/", exclusion_api.BulkExclusionView.as_view(), name="bulk-exclusion"),
    path("rating-exclusions/undo/", exclusion_api.BulkExclusionUndoView.as_view(), name="bulk-exclusion-undo"),
    path("known-ratings/", known_api.KnownRatingsView.as_view(), name="known-ratings"),
    path("known-ratings/<int:number>/", known_api.KnownRatingView.as_view(), name="known-rating"),
]
