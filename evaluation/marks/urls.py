from django.urls import URLPattern, path

from evaluation.marks import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/test-sets/<int:pk>/segments/<int:number>/marks/", views.marks, name="marks"),
    path("<slug:slug>/test-sets/<int:pk>/segments/<int:number>/marks/undo/", views.marks_undo, name="marks_undo"),
]

project_api: list[URLPattern] = [
    path("test-sets/<int:pk>/segments/<int:number>/marks/", api.MarksView.as_view(), name="marks"),
    path("test-sets/<int:pk>/segments/<int:number>/marks/undo/", api.MarksUndoView.as_view(), name="marks-undo"),
]
