from django.urls import URLPattern

from annotation_site.previews.urls import import_api, import_pages
from expressions.imports.api import PassageApi
from expressions.imports.views import pages as passage_pages

pages: list[URLPattern] = import_pages(passage_pages)
project_api: list[URLPattern] = import_api(PassageApi)
