from django.urls import URLPattern, path

from expressions.agreement import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/agreement/", views.agreement, name="agreement"),
    path("<slug:slug>/agreement.csv", views.agreement_table, name="agreement_table"),
]

project_api: list[URLPattern] = [
    path("expression-agreement/", api.ExpressionAgreementView.as_view(), name="expression-agreement"),
]
