"""Addresses of ratings."""

from django.urls import URLPattern, path

from idiomaticity.ratings import api, views

pages: list[URLPattern] = [
    # An assignment names its project itself.
    path("rate/<int:pk>/", views.rate, name="rate"),
    path("rate/<int:pk>/submit/", views.submit, name="submit"),
    path("rate/<int:pk>/skip/", views.skip, name="skip"),
    path("rate/<int:pk>/reopen/", views.reopen, name="reopen"),
    path("rate/<int:pk>/take-up/", views.take_up, name="take_up"),
    path("<slug:slug>/work/", views.work, name="work"),
    path("<slug:slug>/work/next/", views.work_next, name="work_next"),
]

project_api: list[URLPattern] = [
    path("next-rating/", api.NextRatingView.as_view(), name="next-rating"),
]

rating_api: list[URLPattern] = [
    path("", api.RatingView.as_view(), name="rating-detail"),
    path("change/", api.RatingChangeView.as_view(), name="rating-change"),
    path("submit/", api.RatingSubmitView.as_view(), name="rating-submit"),
    path("reopen/", api.RatingReopenView.as_view(), name="rating-reopen"),
]
