from django.urls import URLPattern, path

from evaluation.releases import views

pages: list[URLPattern] = [
    path("<slug:slug>/releases/new/", views.release_new, name="release_new"),
]
