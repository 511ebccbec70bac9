"""URLs of boards."""

from django.urls import URLPattern, path

from evaluation.boards import api
from evaluation.boards.views import boards, breakdowns, runs, segments, test_sets

pages: list[URLPattern] = [
    path("<slug:slug>/boards/", boards.boards, name="boards"),
    path("<slug:slug>/test-sets/<int:pk>/", test_sets.test_set, name="test_set"),
    path("<slug:slug>/test-sets/<int:pk>/scores.csv", boards.test_set_table, name="test_set_table"),
    path("<slug:slug>/test-sets/<int:pk>/scores.tex", boards.test_set_latex, name="test_set_latex"),
    path("<slug:slug>/test-sets/<int:pk>/scores.svg", boards.test_set_plot, name="test_set_plot"),
    path("<slug:slug>/test-sets/<int:pk>/groups/", breakdowns.groups, name="groups"),
    path("<slug:slug>/test-sets/<int:pk>/groups/<slug:dimension>.svg", breakdowns.groups_plot, name="groups_plot"),
    path("<slug:slug>/test-sets/<int:pk>/groups.<slug:ending>", breakdowns.groups_table, name="groups_table"),
    path("<slug:slug>/test-sets/<int:pk>/expressions/", breakdowns.expressions, name="expressions"),
    path(
        "<slug:slug>/test-sets/<int:pk>/expressions.<slug:ending>",
        breakdowns.expressions_table,
        name="expressions_table",
    ),
    path("<slug:slug>/test-sets/<int:pk>/runs/", runs.runs, name="runs"),
    path("<slug:slug>/test-sets/<int:pk>/segments/", segments.segments, name="segments"),
    path("<slug:slug>/test-sets/<int:pk>/segments/<int:number>/", segments.segment, name="segment"),
]

project_api: list[URLPattern] = [
    path("test-sets/<int:pk>/", api.TestSetView.as_view(), name="test-set"),
    path("test-sets/<int:pk>/runs/", api.RunsView.as_view(), name="test-set-runs"),
    path("test-sets/<int:pk>/expressions/", api.ExpressionsView.as_view(), name="expressions"),
    path("test-sets/<int:pk>/segments/<int:number>/", api.SegmentView.as_view(), name="segment"),
]
