from django.urls import URLPattern

from annotation_site.adjudication.api import adjudication_api
from annotation_site.adjudication.urls import adjudication_pages
from expressions.adjudication.views import PASSAGES

pages: list[URLPattern] = adjudication_pages("expressions")
project_api: list[URLPattern] = adjudication_api(PASSAGES)
