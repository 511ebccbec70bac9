from django.urls import URLPattern, path

from evaluation.finding.api import finding as finding_api
from evaluation.finding.api import review as review_api
from evaluation.finding.views import finding, review

pages: list[URLPattern] = [
    path("<slug:slug>/findings/", finding.findings, name="findings"),
    path("<slug:slug>/findings/new/", finding.finding_new, name="finding_new"),
    path("<slug:slug>/findings/of-job/<int:pk>/", finding.finding_of_job, name="finding_of_job"),
    path("<slug:slug>/findings/<int:pk>/", finding.finding, name="finding"),
    path("<slug:slug>/findings/<int:pk>/hits/", review.hits, name="hits"),
    path("<slug:slug>/findings/<int:pk>/hits/decide/", review.hit_decide, name="hit_decide"),
    path("<slug:slug>/findings/<int:pk>/hits/phrase/", review.phrase_decide, name="phrase_decide"),
    path("<slug:slug>/findings/<int:pk>/hits/undo/", review.hits_undo, name="hits_undo"),
]

project_api: list[URLPattern] = [
    path("findings/", finding_api.FindingsView.as_view(), name="findings"),
    path("findings/<int:pk>/", finding_api.FindingView.as_view(), name="finding"),
    path("findings/<int:pk>/phrases/", finding_api.FoundPhrasesView.as_view(), name="found-phrases"),
    path(
        "findings/<int:pk>/phrases/<int:phrase>/decide/",
        review_api.FoundPhraseDecideView.as_view(),
        name="found-phrase-decide",
    ),
    path("findings/<int:pk>/hits/", review_api.HitsView.as_view(), name="hits"),
    path("findings/<int:pk>/hits/<int:hit>/decide/", review_api.HitDecideView.as_view(), name="hit-decide"),
    path(
        "findings/<int:pk>/decisions/<int:decision>/undo/", review_api.HitUndoView.as_view(), name="hit-decision-undo"
    ),
]
