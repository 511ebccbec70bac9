from django.urls import URLPattern, path

from expressions.adjudication import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/adjudication/", views.queue, name="adjudication"),
    path("<slug:slug>/adjudication/<int:number>/", views.adjudicate, name="adjudicate"),
    path("<slug:slug>/adjudication/<int:number>/decide/", views.adjudicate_decide, name="adjudicate_decide"),
    path("<slug:slug>/adjudication/<int:number>/undo/", views.adjudicate_undo, name="adjudicate_undo"),
]

project_api: list[URLPattern] = [
    path("passage-queue/", api.PassageQueueView.as_view(), name="passage-queue"),
    path("passage-queue/<int:number>/", api.PassageDecisionView.as_view(), name="passage-decision"),
    path("passage-queue/<int:number>/undo/", api.PassageUndoView.as_view(), name="passage-undo"),
]
