from django.urls import URLPattern, path

from evaluation.deletions import views

pages: list[URLPattern] = [
    path("<slug:slug>/test-sets/<int:pk>/parts/", views.parts, name="test_set_parts"),
]
