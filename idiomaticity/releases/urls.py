from django.urls import URLPattern, path

from idiomaticity.releases.views import page

pages: list[URLPattern] = [
    path("<slug:slug>/releases/new/", page.new, name="release_new"),
]
