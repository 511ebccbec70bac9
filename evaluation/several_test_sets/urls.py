from django.urls import URLPattern, path

from evaluation.several_test_sets import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/test-sets/side-by-side/", views.several_test_sets, name="several_test_sets"),
    path(
        "<slug:slug>/test-sets/side-by-side.<slug:ending>",
        views.several_test_sets_table,
        name="several_test_sets_table",
    ),
]

project_api: list[URLPattern] = [
    path("test-sets/side-by-side/", api.SeveralView.as_view(), name="test-sets-side-by-side"),
]
