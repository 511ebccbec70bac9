from django.urls import URLPattern, path

from alignment.items import api
from alignment.items.views import pairs, skips

pages: list[URLPattern] = [
    path("<slug:slug>/pairs/", pairs.pairs, name="pairs"),
    path("<slug:slug>/pairs/skipped/", skips.skips, name="skips"),
    path("<slug:slug>/pairs/<int:number>/", pairs.pair, name="pair"),
]

project_api: list[URLPattern] = [
    path("items/", api.ItemsView.as_view(), name="items"),
    path("items/<int:number>/", api.ItemView.as_view(), name="item"),
]
