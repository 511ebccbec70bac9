from django.urls import URLPattern, path

from idiomaticity.page_texts import views

pages: list[URLPattern] = [
    path("<slug:slug>/texts/", views.page_texts, name="page_texts"),
    path("<slug:slug>/texts/word/", views.page_text, name="page_text"),
]
