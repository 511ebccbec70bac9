"""What the views of the API share: who asks, and which project they may see."""

from typing import cast

from django.shortcuts import get_object_or_404
from rest_framework.request import Request

from annotation_site.projects.models import Project, User
from annotation_site.projects.selectors import require_role


def person(request: Request) -> User:
    """Who asks; the permission classes let nobody anonymous through."""
    return cast(User, request.user)


def fetch_project(request: Request, slug: str, *roles: str) -> Project:
    """The project, if the person is a member (404 otherwise) in one of the roles, where roles are given (403)."""
    project: Project = get_object_or_404(Project.objects.for_user(person(request)), slug=slug)
    if roles:
        require_role(person(request), project, *roles)
    return project
