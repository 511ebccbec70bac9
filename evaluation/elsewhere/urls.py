from django.urls import URLPattern, path

from evaluation.elsewhere import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/compounds/<int:number>/elsewhere/", views.elsewhere, name="elsewhere"),
    path("<slug:slug>/compounds/<int:number>/elsewhere/part/", views.elsewhere_part, name="elsewhere_part"),
]

project_api: list[URLPattern] = [
    path("compounds/<int:number>/elsewhere/", api.ElsewhereView.as_view(), name="compound-elsewhere"),
]
