from django.urls import URLPattern, path

from evaluation.machines import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/machines/<int:pk>/", views.machine_report, name="machine_report"),
    path("<slug:slug>/machines/<int:pk>/request/", views.machine_report_request, name="machine_report_request"),
    path("<slug:slug>/machines/<int:pk>/report.svg", views.machine_report_plot, name="machine_report_plot"),
    path("<slug:slug>/machines/<int:pk>/report.<slug:ending>", views.machine_report_table, name="machine_report_table"),
]

project_api: list[URLPattern] = [
    path("machines/<int:pk>/report/", api.MachineReportView.as_view(), name="machine-report"),
]
