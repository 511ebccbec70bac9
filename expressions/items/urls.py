from django.urls import URLPattern, path

from annotation_site.assignments.api.item_list import item_list_api
from annotation_site.assignments.views.item_list import make_item_list
from expressions.items import views

pages: list[URLPattern] = [
    path("<slug:slug>/passages/", make_item_list(views.PASSAGES), name="passages"),
    path("<slug:slug>/passages/<int:number>/", views.passage, name="passage"),
]

project_api: list[URLPattern] = item_list_api(views.PASSAGES)
