"""Access to evaluation projects for pages and the API; a project of another kind gives 404."""

from functools import partial
from typing import Any

from annotation_site.projects import access
from annotation_site.projects.models import Project
from annotation_site.texts.languages import find_language
from evaluation.test_sets.queries import KINDS

admits = partial(access.admits, kinds=(Project.Kind.EVALUATION,))
# Kinds that have test sets.
admits_with_test_sets = partial(access.admits, kinds=KINDS)


def describe_project(project: Project) -> dict[str, Any]:
    """Return the languages, for templates."""
    return {
        "source_language": find_language(project.evaluation.source_language),
        "target_language": find_language(project.evaluation.target_language),
    }
