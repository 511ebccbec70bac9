"""Addresses of the API."""

from django.conf import settings
from django.urls import path
from drf_spectacular.views import SpectacularJSONAPIView

from alignment.api import assignments

app_name = "api"
urlpatterns = [
    path("schema/", SpectacularJSONAPIView.as_view(api_version=settings.VERSION), name="schema"),
    path("projects/<slug:slug>/next/", assignments.NextView.as_view(), name="next"),
    path("assignments/<int:pk>/", assignments.AssignmentView.as_view(), name="assignment-detail"),
    path("assignments/<int:pk>/operations/", assignments.OperationsView.as_view(), name="assignment-operations"),
    path("assignments/<int:pk>/submit/", assignments.SubmitView.as_view(), name="assignment-submit"),
    path("assignments/<int:pk>/skip/", assignments.SkipView.as_view(), name="assignment-skip"),
    path("assignments/<int:pk>/reopen/", assignments.ReopenView.as_view(), name="assignment-reopen"),
    path("assignments/<int:pk>/take-up/", assignments.TakeUpView.as_view(), name="assignment-take-up"),
    path("assignments/<int:pk>/comments/", assignments.CommentsView.as_view(), name="assignment-comments"),
]
