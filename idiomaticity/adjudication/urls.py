from django.urls import URLPattern

from annotation_site.adjudication.api import adjudication_api
from annotation_site.adjudication.urls import adjudication_pages
from idiomaticity.adjudication.views import COMPOUNDS

pages: list[URLPattern] = adjudication_pages("idiomaticity")
project_api: list[URLPattern] = adjudication_api(COMPOUNDS)
