from django.urls import URLPattern, path

from expressions.passages import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/passages/", views.passages, name="passages"),
    path("<slug:slug>/passages/<int:number>/", views.passage, name="passage"),
]

project_api: list[URLPattern] = [
    path("passages/", api.PassagesView.as_view(), name="passages"),
    path("passages/<int:number>/", api.PassageView.as_view(), name="passage"),
]
