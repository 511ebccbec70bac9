"""How the API of word alignment finds its project."""

from rest_framework.request import Request

from annotation_site.projects.api import base
from annotation_site.projects.models import Project


def fetch_project(request: Request, slug: str, *roles: str) -> Project:
    """As for every kind; a project of another kind does not exist here."""
    return base.fetch_project(request, slug, *roles, kind=Project.Kind.ALIGNMENT)
