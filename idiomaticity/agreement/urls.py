from django.urls import URLPattern, path

from idiomaticity.agreement import api

project_api: list[URLPattern] = [
    path("rating-agreement/", api.RatingAgreementView.as_view(), name="rating-agreement"),
]
