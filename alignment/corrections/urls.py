from django.urls import URLPattern, path

from alignment.corrections import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/pairs/<int:number>/correct/", views.correct, name="correct"),
]

project_api: list[URLPattern] = [
    path("items/<int:number>/correction/", api.CorrectionView.as_view(), name="item-correction"),
]
