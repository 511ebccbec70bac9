from django.urls import URLPattern, path

from evaluation.agreement import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/agreement/", views.agreement, name="agreement"),
    path("<slug:slug>/agreement/table.csv", views.agreement_table, name="agreement_table"),
    path("<slug:slug>/agreement/<slug:table>.csv", views.agreement_file, name="agreement_file"),
    path("<slug:slug>/agreement/intervals/", views.agreement_intervals, name="agreement_intervals"),
    path("<slug:slug>/agreement/frequency/", views.agreement_frequency, name="agreement_frequency"),
    path("<slug:slug>/agreement/<slug:figure>.svg", views.agreement_plot, name="agreement_plot"),
]

project_api: list[URLPattern] = [
    path("agreement/", api.AgreementView.as_view(), name="agreement"),
]
