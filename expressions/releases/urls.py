from django.urls import URLPattern, path

from expressions.releases import views

pages: list[URLPattern] = [
    path("<slug:slug>/releases/new/", views.release_new, name="release_new"),
]
