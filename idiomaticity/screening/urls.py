from django.urls import URLPattern, path

from annotation_site.annotator_quality.urls import quality_api, quality_pages
from idiomaticity.screening.api import competence as competence_api
from idiomaticity.screening.api import known_ratings as known_api
from idiomaticity.screening.queries.quality import RATING_QUALITY
from idiomaticity.screening.views import competence, known_ratings

pages: list[URLPattern] = [
    *quality_pages(RATING_QUALITY),
    path("<slug:slug>/annotator-quality/competence/", competence.competence, name="competence"),
    path("<slug:slug>/annotator-quality/known/", known_ratings.known_ratings, name="known_ratings"),
    path("<slug:slug>/annotator-quality/known/import/", known_ratings.known_rating_import, name="known_rating_import"),
    path("<slug:slug>/annotator-quality/known/settings/", known_ratings.screening, name="screening"),
    path(
        "<slug:slug>/annotator-quality/known/<int:number>/remove/",
        known_ratings.known_rating_remove,
        name="known_rating_remove",
    ),
]

project_api: list[URLPattern] = [
    *quality_api(
        RATING_QUALITY, name="rating-annotator-quality", shape="RatingAnnotatorQuality", exclusions="rating-exclusions"
    ),
    path("rater-competence/", competence_api.RaterCompetenceView.as_view(), name="rater-competence"),
    path("known-ratings/", known_api.KnownRatingsView.as_view(), name="known-ratings"),
    path("known-ratings/<int:number>/", known_api.KnownRatingView.as_view(), name="known-rating"),
]
