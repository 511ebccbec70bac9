"""All addresses of the site; each app names its own."""

from django.urls import include, path

urlpatterns = [
    path("accounts/", include("allauth.urls")),
    path("", include("annotation_site.projects.urls")),
]
