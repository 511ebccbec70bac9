from django.urls import URLPattern, path

from idiomaticity.questionnaires import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/questionnaire/", views.questionnaire, name="questionnaire"),
    path("<slug:slug>/crowd/questionnaire/", views.questionnaire_edit, name="questionnaire_edit"),
    path("<slug:slug>/crowd/questionnaire/preview/", views.questionnaire_preview, name="questionnaire_preview"),
    path("<slug:slug>/crowd/questionnaire/answers.csv", views.questionnaire_answers, name="questionnaire_answers"),
]

project_api: list[URLPattern] = [
    path("questionnaire/", api.QuestionnaireView.as_view(), name="questionnaire"),
]
