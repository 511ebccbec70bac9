from django.urls import URLPattern, path

from expressions.lexicon import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/lexicon/", views.lexicon, name="lexicon"),
    path("<slug:slug>/lexicon.tsv", views.lexicon_table, name="lexicon_table"),
    path("<slug:slug>/lexicon/import/", views.lexicon_import, name="lexicon_import"),
]

project_api: list[URLPattern] = [
    path("expression-lexicon/", api.LexiconView.as_view(), name="expression-lexicon"),
]
