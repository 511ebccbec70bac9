"""How a page of word alignment finds its project."""

from rest_framework.request import Request

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from annotation_site.web import access
from annotation_site.web import api as base


def open_project(user: User, slug: str, *roles: str) -> Project:
    """As for every kind; a project of another kind does not exist here."""
    return access.open_project(user, slug, *roles, kind=Project.Kind.ALIGNMENT)


def fetch_project(request: Request, slug: str, *roles: str) -> Project:
    """As for every kind; a project of another kind does not exist here."""
    return base.fetch_project(request, slug, *roles, kind=Project.Kind.ALIGNMENT)
