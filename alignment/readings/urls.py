from django.urls import URLPattern, path

from alignment.readings.api.history import HistoryView
from annotation_site.assignments.urls import work_pages
from annotation_site.projects.models import Project

pages = work_pages(Project.Kind.ALIGNMENT, "annotate")

assignment_api: list[URLPattern] = [path("history/", HistoryView.as_view(), name="assignment-history")]
