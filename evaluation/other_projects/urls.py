from django.urls import URLPattern, path

from evaluation.other_projects import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/compounds/<int:number>/other-projects/", views.other_projects, name="other_projects"),
    path(
        "<slug:slug>/compounds/<int:number>/other-projects/part/", views.other_projects_part, name="other_projects_part"
    ),
]

project_api: list[URLPattern] = [
    path("compounds/<int:number>/other-projects/", api.OtherProjectsView.as_view(), name="compound-other-projects"),
]
