from django.urls import URLPattern, path

from annotation_site.search import views

pages: list[URLPattern] = [path("search/", views.show_search, name="search")]
