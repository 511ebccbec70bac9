from django.urls import URLPattern, path

from evaluation.added_files import views

pages: list[URLPattern] = [
    path("<slug:slug>/test-sets/<int:pk>/files/", views.test_set_files, name="test_set_files"),
    path("<slug:slug>/test-sets/<int:pk>/parts/", views.test_set_parts, name="test_set_parts"),
    path("<slug:slug>/test-sets/<int:pk>/files/new/", views.file_new, name="file_new"),
]
