"""How the API finds a compositionality project."""

from rest_framework.request import Request

from annotation_site.projects.api.base import fetch_project
from annotation_site.projects.models import Project


def fetch_rating_project(request: Request, slug: str, *roles: str) -> Project:
    """As `fetch_project`; a project of another kind does not exist here."""
    return fetch_project(request, slug, *roles, kind=Project.Kind.IDIOMATICITY)
