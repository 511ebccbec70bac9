"""Pages of the evaluation app."""

from django.urls import URLPattern

app_name = "evaluation"
urlpatterns: list[URLPattern] = []
