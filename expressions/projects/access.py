"""Access to projects that mark expressions, for pages and the API; a project of another kind gives 404."""

from functools import partial
from typing import Any

from annotation_site.accounts.models import User
from annotation_site.projects import access
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import find_language

admits = partial(access.admits, kinds=(Project.Kind.EXPRESSIONS,))


def expression_context(user: User, project: Project, current: str) -> dict[str, Any]:
    """Return the template context: project, tabs, settings and language."""
    return {**project_context(user, project, current), **describe_project(project)}


def describe_project(project: Project) -> dict[str, Any]:
    """Return settings and language, for templates."""
    return {"settings": project.expressions, "language": find_language(project.expressions.language)}
