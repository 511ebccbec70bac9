from django.urls import URLPattern, path

from alignment.suggestions import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/suggestions/", views.suggestions, name="suggestions"),
    path("<slug:slug>/suggestions/aligner/", views.suggestions_by_aligner, name="suggestions_by_aligner"),
    path("<slug:slug>/suggestions/learning/", views.learning, name="suggestions_learning"),
]

project_api: list[URLPattern] = [
    path("suggestions/", api.SuggestionsView.as_view(), name="suggestions"),
    path("suggestions/aligner/", api.AlignerSuggestionsView.as_view(), name="suggestions-aligner"),
    path("suggestions/learning/", api.LearningView.as_view(), name="suggestions-learning"),
]
