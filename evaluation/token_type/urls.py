from django.urls import URLPattern, path

from evaluation.token_type import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/token-type/", views.token_type, name="token_type"),
    path("<slug:slug>/token-type/<slug:figure>.svg", views.token_type_plot, name="token_type_plot"),
    path("<slug:slug>/token-type/<slug:table>.csv", views.token_type_table, name="token_type_table"),
]

project_api: list[URLPattern] = [
    path("token-type/", api.TokenTypeView.as_view(), name="token-type"),
]
