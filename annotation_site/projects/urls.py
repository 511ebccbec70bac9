"""Pages every kind of project shares."""

from django.urls import URLPattern, URLResolver

app_name = "projects"
urlpatterns: list[URLPattern | URLResolver] = []
