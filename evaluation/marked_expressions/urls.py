from django.urls import URLPattern, path

from evaluation.marked_expressions import api, views

pages: list[URLPattern] = [
    path(
        "<slug:slug>/test-sets/<int:pk>/segments/<int:number>/marked-expressions/",
        views.marked_expressions,
        name="marked_expressions",
    ),
    path(
        "<slug:slug>/test-sets/<int:pk>/segments/<int:number>/marked-expressions/undo/",
        views.marked_expressions_undo,
        name="marked_expressions_undo",
    ),
]

project_api: list[URLPattern] = [
    path(
        "test-sets/<int:pk>/segments/<int:number>/marked-expressions/",
        api.MarkedExpressionsView.as_view(),
        name="marked-expressions",
    ),
    path(
        "test-sets/<int:pk>/segments/<int:number>/marked-expressions/undo/",
        api.MarkedExpressionsUndoView.as_view(),
        name="marked-expressions-undo",
    ),
]
