"""URLs of comparisons."""

from django.urls import URLPattern, path

from evaluation.comparisons import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/test-sets/<int:pk>/compare/", views.compare, name="compare"),
    path("<slug:slug>/test-sets/<int:pk>/compare/compute/", views.compare_compute, name="compare_compute"),
    path("<slug:slug>/test-sets/<int:pk>/compare/<slug:figure>.svg", views.compare_plot, name="compare_plot"),
    path(
        "<slug:slug>/test-sets/<int:pk>/compare/<slug:table>.<slug:ending>",
        views.compare_table,
        name="compare_table",
    ),
    path("<slug:slug>/test-sets/compare/of-job/<int:pk>/", views.comparison_of_job, name="comparison_of_job"),
]

project_api: list[URLPattern] = [
    path("test-sets/<int:pk>/compare/", api.ComparisonView.as_view(), name="test-set-comparison"),
    path("test-sets/<int:pk>/groups/", api.GroupsView.as_view(), name="test-set-groups"),
]
