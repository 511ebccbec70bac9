from django.urls import URLPattern, path

from alignment.selection import api, views

pages: list[URLPattern] = [
    path("<slug:slug>/select/", views.pages.upload, name="selection_new"),
    path("<slug:slug>/select/<int:job_pk>/", views.pages.preview, name="selection"),
    path("<slug:slug>/select/<int:job_pk>/text/", views.pages.text, name="selection_text"),
    path("<slug:slug>/select/<int:job_pk>/criteria/", views.pages.criteria, name="selection_criteria"),
    path("<slug:slug>/select/<int:job_pk>/count/", views.pages.count, name="selection_count"),
    path("<slug:slug>/select/<int:job_pk>/again/", views.pages.again, name="selection_again"),
    path("<slug:slug>/select/<int:job_pk>/confirm/", views.pages.confirm, name="selection_confirm"),
]

project_api: list[URLPattern] = [
    path("selections/", api.SelectionsView.as_view(), name="selections"),
    path("selections/<int:pk>/confirm/", api.SelectionConfirmView.as_view(), name="selection-confirm"),
]
