from django.urls import URLPattern, path

from idiomaticity.answers import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/answers/", views.answers, name="answers"),
    path("<slug:slug>/answers/answers.<slug:ending>", views.answers_table, name="answers_table"),
]

project_api: list[URLPattern] = [
    path("answers.csv", api.AnswersAsCsvView.as_view(), name="answers-csv"),
    path("answers.parquet", api.AnswersAsParquetView.as_view(), name="answers-parquet"),
]
