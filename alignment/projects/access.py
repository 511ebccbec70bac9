"""Finding the project of a page or API route of word alignment; one of another kind does not exist here."""

from functools import partial
from typing import Any

from annotation_site.projects import access
from annotation_site.projects.models import Project
from annotation_site.texts.languages import find_language

admits = partial(access.admits, kinds=(Project.Kind.ALIGNMENT,))


def describe_project(project: Project) -> dict[str, Any]:
    """Return settings and languages, for templates."""
    return {
        "settings": project.alignment,
        "source_language": find_language(project.alignment.source_language),
        "target_language": find_language(project.alignment.target_language),
    }


def language_names(project: Project) -> dict[str, str]:
    """Return the names of both languages, as forms show them."""
    described = describe_project(project)
    return {side: described[f"{side}_language"].name for side in ("source", "target")}
