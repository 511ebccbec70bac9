"""How a page of the evaluation finds its project."""

from django.http import Http404
from rest_framework.request import Request

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from annotation_site.projects.queries import require_role
from annotation_site.web import access
from annotation_site.web.api import fetch_project, person
from evaluation.test_sets.queries import KINDS


def open_project(user: User, slug: str, *roles: str) -> Project:
    """As for every kind; a project of another kind does not exist here."""
    return access.open_project(user, slug, *roles, kind=Project.Kind.EVALUATION)


def open_translation_project(user: User, slug: str, *roles: str) -> Project:
    """A project of a kind that has test sets."""
    project = access.open_project(user, slug)
    if project.kind not in KINDS:
        raise Http404("A project of this kind has no test sets.")
    if roles:
        require_role(user, project, *roles)
    return project


def fetch_evaluation_project(request: Request, slug: str, *roles: str) -> Project:
    """As `fetch_project`; a project of another kind does not exist here."""
    return fetch_project(request, slug, *roles, kind=Project.Kind.EVALUATION)


def fetch_translation_project(request: Request, slug: str, *roles: str) -> Project:
    """A project of a kind that has test sets."""
    project = fetch_project(request, slug)
    if project.kind not in KINDS:
        raise Http404
    if roles:
        require_role(person(request), project, *roles)
    return project
