"""Addresses of readings."""

from django.urls import URLPattern, path

from alignment.readings import views
from alignment.readings.api import assignments as assignments_api

pages: list[URLPattern] = [
    # An assignment names its project itself.
    path("annotate/<int:pk>/", views.annotate, name="annotate"),
    path("annotate/<int:pk>/submit/", views.submit, name="submit"),
    path("annotate/<int:pk>/skip/", views.skip, name="skip"),
    path("annotate/<int:pk>/reopen/", views.reopen, name="reopen"),
    path("annotate/<int:pk>/take-up/", views.take_up, name="take_up"),
    path("annotate/<int:pk>/comment/", views.comment, name="comment"),
    path("<slug:slug>/work/", views.work, name="work"),
    path("<slug:slug>/work/next/", views.work_next, name="work_next"),
]

project_api: list[URLPattern] = [
    path("next/", assignments_api.NextView.as_view(), name="next"),
]

assignment_api: list[URLPattern] = [
    path("", assignments_api.AssignmentView.as_view(), name="assignment-detail"),
    path("operations/", assignments_api.OperationsView.as_view(), name="assignment-operations"),
    path("operations/batch/", assignments_api.BatchView.as_view(), name="assignment-batch"),
    path("submit/", assignments_api.SubmitView.as_view(), name="assignment-submit"),
    path("skip/", assignments_api.SkipView.as_view(), name="assignment-skip"),
    path("reopen/", assignments_api.ReopenView.as_view(), name="assignment-reopen"),
    path("take-up/", assignments_api.TakeUpView.as_view(), name="assignment-take-up"),
    path("comments/", assignments_api.CommentsView.as_view(), name="assignment-comments"),
]

site_api: list[URLPattern] = [
    path("assignments/", assignments_api.AssignmentsView.as_view(), name="assignments"),
]
