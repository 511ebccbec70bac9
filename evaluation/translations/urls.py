from django.urls import URLPattern, path

from evaluation.translations import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/test-sets/<int:pk>/translations/", views.translations_new, name="translations_new"),
    path(
        "<slug:slug>/test-sets/translations/<int:job_pk>/",
        views.pages.preview_or_confirm,
        name="translations_preview",
    ),
    path("<slug:slug>/test-sets/translations/<int:job_pk>/again/", views.pages.again, name="translations_again"),
]

project_api: list[URLPattern] = [
    path("test-sets/<int:pk>/translations/", api.TranslationsView.as_view(), name="translations"),
]
