from django.urls import URLPattern, path

from evaluation.expression_classes import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/test-sets/<int:pk>/classes/", views.expression_classes, name="expression_classes"),
    path(
        "<slug:slug>/test-sets/<int:pk>/classes/clear/",
        views.expression_classes_clear,
        name="expression_classes_clear",
    ),
    path(
        "<slug:slug>/test-sets/<int:pk>/classes/undo/",
        views.expression_classes_undo,
        name="expression_classes_undo",
    ),
]

project_api: list[URLPattern] = [
    path("test-sets/<int:pk>/classes/", api.ExpressionClassesView.as_view(), name="expression-classes"),
    path(
        "test-sets/<int:pk>/classes/clear/",
        api.ExpressionClassesClearView.as_view(),
        name="expression-classes-clear",
    ),
    path(
        "test-sets/<int:pk>/classes/undo/",
        api.ExpressionClassesUndoView.as_view(),
        name="expression-classes-undo",
    ),
]
