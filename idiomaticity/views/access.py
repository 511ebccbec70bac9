"""How a page of compositionality finds its project, and what its template needs."""

from typing import Any

from annotation_site.projects.languages import find_language
from annotation_site.projects.models import Project, User
from annotation_site.projects.navigation import project_context
from annotation_site.projects.views import access


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
