from django.urls import URLPattern, path

from idiomaticity.results import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/results/", views.results, name="results"),
    path("<slug:slug>/results/labels.svg", views.labels_plot, name="labels_plot"),
    path("<slug:slug>/results/labels.csv", views.labels_table, name="labels_table"),
    path("<slug:slug>/results/published-means.csv", views.published_table, name="published_table"),
    path("<slug:slug>/results/<int:number>/", views.compound, name="compound"),
]

project_api: list[URLPattern] = [
    path("compounds/", api.CompoundsView.as_view(), name="compounds"),
    path(
        "compounds/<int:number>/paraphrases/",
        api.CompoundParaphrasesView.as_view(),
        name="compound-paraphrases",
    ),
    path("labels/", api.LabelsView.as_view(), name="labels"),
    path("extra-questions/", api.ExtraQuestionsView.as_view(), name="extra-questions"),
]
