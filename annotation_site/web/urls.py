from django.urls import URLPattern, path

from annotation_site.web import health

pages: list[URLPattern] = [
    path("health/", health.health, name="health"),
]
