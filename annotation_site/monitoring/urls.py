from django.urls import URLPattern, path

from annotation_site.monitoring import views

pages: list[URLPattern] = [
    path("health/", views.health, name="health"),
]
