from django.urls import URLPattern, path

from idiomaticity.lists import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/crowd/lists/<int:number>/", views.preview, name="list"),
]

project_api: list[URLPattern] = [
    path("crowd/lists/", api.ListsView.as_view(), name="crowd-lists"),
]
