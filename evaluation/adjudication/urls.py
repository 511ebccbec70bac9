from django.urls import URLPattern, path

from annotation_site.adjudication.api import adjudication_api
from annotation_site.adjudication.urls import adjudication_pages
from evaluation.adjudication import views

pages: list[URLPattern] = [
    *adjudication_pages("evaluation"),
    path("<slug:slug>/adjudication/<int:number>/answer/", views.adjudicate_answer, name="adjudicate_answer"),
]
project_api: list[URLPattern] = adjudication_api(views.JUDGEMENTS)
