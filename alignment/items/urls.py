from django.urls import URLPattern, path

from alignment.items.views import pairs, skips
from annotation_site.assignments.api.item_list import item_list_api
from annotation_site.assignments.views.item_list import make_item_list

pages: list[URLPattern] = [
    path("<slug:slug>/pairs/", make_item_list(pairs.PAIRS), name="pairs"),
    path("<slug:slug>/pairs/skipped/", skips.skips, name="skips"),
    path("<slug:slug>/pairs/<int:number>/", pairs.pair, name="pair"),
]

project_api: list[URLPattern] = item_list_api(pairs.PAIRS)
