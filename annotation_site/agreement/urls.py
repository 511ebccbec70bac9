from django.urls import URLPattern, path

from annotation_site.agreement import views

project_pages: list[URLPattern] = [
    path("agreement/", views.agreement, name="agreement"),
    path("agreement/intervals/", views.agreement_intervals, name="agreement_intervals"),
    path("agreement/<slug:figure>.svg", views.agreement_plot, name="agreement_plot"),
    path("agreement/<slug:table>.<slug:ending>", views.agreement_table, name="agreement_table"),
]
