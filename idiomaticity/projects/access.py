"""Access to compositionality projects for pages and the API, and the context of their templates."""

from functools import partial
from typing import Any

from annotation_site.accounts.models import User
from annotation_site.projects import access
from annotation_site.projects.models import Project
from annotation_site.projects.navigation import project_context
from annotation_site.texts.languages import find_language

# One of another kind does not exist here.
admits = partial(access.admits, kinds=(Project.Kind.IDIOMATICITY,))


def rating_context(user: User, project: Project, current: str) -> dict[str, Any]:
    """Return the template context: project, tabs, settings and language."""
    return {**project_context(user, project, current), **describe_project(project)}


def describe_project(project: Project) -> dict[str, Any]:
    """Return settings and language, for templates."""
    return {"settings": project.idiomaticity, "language": find_language(project.idiomaticity.language)}
