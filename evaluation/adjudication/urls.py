from django.urls import URLPattern, path

from evaluation.adjudication import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/adjudication/", views.queue, name="adjudication"),
    path("<slug:slug>/adjudication/<int:number>/", views.adjudicate, name="adjudicate"),
    path("<slug:slug>/adjudication/<int:number>/decide/", views.adjudicate_decide, name="adjudicate_decide"),
    path("<slug:slug>/adjudication/<int:number>/answer/", views.adjudicate_answer, name="adjudicate_answer"),
    path("<slug:slug>/adjudication/<int:number>/undo/", views.adjudicate_undo, name="adjudicate_undo"),
]

project_api: list[URLPattern] = [
    path("judgement-queue/", api.JudgementQueueView.as_view(), name="judgement-queue"),
    path("judgement-queue/<int:number>/", api.JudgementDecisionView.as_view(), name="judgement-decision"),
    path("judgement-queue/<int:number>/undo/", api.JudgementUndoView.as_view(), name="judgement-undo"),
]
