from django.urls import URLPattern, path

from evaluation.added_files import views

pages: list[URLPattern] = [path("<slug:slug>/test-sets/<int:pk>/files/new/", views.file_new, name="file_new")]
