from django.urls import URLPattern, path

from alignment.agreement import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/agreement/frequency/", views.agreement_frequency, name="agreement_frequency"),
]

project_api: list[URLPattern] = [
    path("agreement/", api.AgreementView.as_view(), name="agreement"),
]
