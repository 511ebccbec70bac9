from django.urls import URLPattern

from annotation_site.previews.urls import import_api, import_pages
from idiomaticity.imports.api import StudyApi
from idiomaticity.imports.views import pages as study_pages

pages: list[URLPattern] = import_pages(study_pages)
project_api: list[URLPattern] = import_api(StudyApi)
