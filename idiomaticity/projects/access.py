"""How a page of compositionality finds its project, and what its template needs."""

from typing import Any

from rest_framework.request import Request

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import find_language
from annotation_site.web import access
from annotation_site.web.api import fetch_project


def open_project(user: User, slug: str, *roles: str) -> Project:
    """As for every kind; a project of another kind does not exist here."""
    return access.open_project(user, slug, *roles, kind=Project.Kind.IDIOMATICITY)


def rating_context(user: User, project: Project, current: str) -> dict[str, Any]:
    """Project, tabs, settings and language."""
    return {
        **project_context(user, project, current),
        "settings": project.idiomaticity,
        "language": find_language(project.idiomaticity.language),
    }


def fetch_rating_project(request: Request, slug: str, *roles: str) -> Project:
    """As `fetch_project`; a project of another kind does not exist here."""
    return fetch_project(request, slug, *roles, kind=Project.Kind.IDIOMATICITY)
