from django.urls import URLPattern, path

from idiomaticity.adjudication import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/adjudication/", views.queue, name="adjudication"),
    path("<slug:slug>/adjudication/<int:number>/", views.adjudicate, name="adjudicate"),
    path("<slug:slug>/adjudication/<int:number>/decide/", views.adjudicate_decide, name="adjudicate_decide"),
    path("<slug:slug>/adjudication/<int:number>/undo/", views.adjudicate_undo, name="adjudicate_undo"),
]

project_api: list[URLPattern] = [
    path("compound-queue/", api.CompoundQueueView.as_view(), name="compound-queue"),
    path("compound-queue/<int:number>/", api.VerdictView.as_view(), name="compound-verdict"),
    path("compound-queue/<int:number>/undo/", api.VerdictUndoView.as_view(), name="compound-undo"),
]
