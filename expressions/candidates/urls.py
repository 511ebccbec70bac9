from django.urls import URLPattern, path

from expressions.candidates import views

pages: list[URLPattern] = [
    path("<slug:slug>/candidates/", views.candidates, name="candidates"),
    path("<slug:slug>/candidates/remove/", views.candidates_remove, name="candidates_remove"),
]
