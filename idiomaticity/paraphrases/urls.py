from django.urls import URLPattern, path

from idiomaticity.paraphrases import api
from idiomaticity.paraphrases.views import paraphrases, review

pages: list[URLPattern] = [
    path("<slug:slug>/paraphrases/", paraphrases.paraphrases, name="paraphrases"),
    path("<slug:slug>/paraphrases/table.csv", paraphrases.paraphrases_table, name="paraphrases_table"),
    path("<slug:slug>/paraphrases/review/part/", review.review_part, name="paraphrase_review_part"),
    path("<slug:slug>/paraphrases/review/", review.review, name="paraphrase_review"),
    path("<slug:slug>/paraphrases/decide/", review.decide, name="paraphrase_decide"),
    path("<slug:slug>/paraphrases/undo/", review.undo, name="paraphrase_undo"),
    path("<slug:slug>/paraphrases/<int:number>/", paraphrases.paraphrases_of, name="paraphrases_of"),
]

project_api: list[URLPattern] = [
    path("paraphrases/", api.ParaphrasesView.as_view(), name="paraphrases"),
    path("paraphrases/suggestions/", api.SuggestionsView.as_view(), name="paraphrase-suggestions"),
    path("paraphrases/decisions/", api.DecisionsView.as_view(), name="paraphrase-decisions"),
    path("paraphrases/undo/", api.DecisionUndoView.as_view(), name="paraphrase-undo"),
]
