from annotation_site.assignments.urls import work_pages
from annotation_site.projects.models import Project

pages = work_pages(Project.Kind.EXPRESSIONS, "mark")
