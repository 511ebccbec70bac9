from django.urls import URLPattern, path

from annotation_site.help import views

pages: list[URLPattern] = [
    path("help/", views.show_help, name="help_index"),
    path("help/<path:path>", views.show_help, name="help"),
]
