"""How a page of word alignment finds its project."""

from annotation_site.projects.models import Project, User
from annotation_site.projects.views import access


def open_project(user: User, slug: str, *roles: str) -> Project:
    """As for every kind; a project of another kind does not exist here."""
    return access.open_project(user, slug, *roles, kind=Project.Kind.ALIGNMENT)
