from django.urls import URLPattern, path

from expressions.consistency import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/consistency/", views.consistency, name="consistency"),
    path("<slug:slug>/consistency/item/", views.consistency_item, name="consistency_item"),
    path("<slug:slug>/consistency/next/", views.consistency_next, name="consistency_next"),
    path("<slug:slug>/consistency/correct/", views.consistency_correct, name="consistency_correct"),
    path("<slug:slug>/consistency/decide/", views.consistency_decide, name="consistency_decide"),
    path("<slug:slug>/consistency/undo/<int:pk>/", views.consistency_undo, name="consistency_undo"),
    path("<slug:slug>/consistency/notes.json", views.consistency_notes, name="consistency_notes"),
    path("<slug:slug>/consistency/import/", views.consistency_import, name="consistency_import"),
]

project_api: list[URLPattern] = [
    path("expression-consistency/", api.ConsistencyView.as_view(), name="expression-consistency"),
    path(
        "expression-consistency/<int:pk>/undo/", api.ConsistencyUndoView.as_view(), name="expression-consistency-undo"
    ),
]
