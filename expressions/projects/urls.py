from django.urls import URLPattern

from annotation_site.overview.urls import list_pages
from annotation_site.projects.models import Project

pages: list[URLPattern] = list_pages(Project.Kind.EXPRESSIONS.value)
