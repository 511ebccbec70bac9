from django.urls import URLPattern, path

from annotation_site.exclusions import api, views

project_pages: list[URLPattern] = [
    path("annotators/<int:pk>/exclude/", views.exclude, name="exclude"),
    path("annotators/<int:pk>/lift/", views.lift, name="lift"),
]

project_api: list[URLPattern] = [
    path("annotators/<int:pk>/exclusion/", api.ExclusionView.as_view(), name="exclusion"),
]
