from django.urls import URLPattern, path

from expressions.candidates import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/candidates/", views.candidates, name="candidates"),
    path("<slug:slug>/candidates/effects/", views.candidate_effects, name="candidate_effects"),
    path("<slug:slug>/candidates/remove/", views.candidates_remove, name="candidates_remove"),
]

project_api: list[URLPattern] = [
    path("expression-candidates/", api.CandidatesView.as_view(), name="expression-candidates"),
    path("expression-candidates/effects/", api.CandidateEffectsView.as_view(), name="expression-candidate-effects"),
    path("expression-candidates/remove/", api.RemoveCandidatesView.as_view(), name="expression-candidates-remove"),
]
