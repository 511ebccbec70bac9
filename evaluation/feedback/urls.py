from django.urls import URLPattern

from annotation_site.feedback.urls import feedback_pages
from annotation_site.projects.models import Project

pages: list[URLPattern] = feedback_pages(Project.Kind.EVALUATION)
