"""Access to evaluation projects for pages and the API; a project of another kind gives 404."""

from functools import partial
from typing import Any

from annotation_site.projects import access
from annotation_site.projects.models import Project
from annotation_site.texts.languages import find_language

admits = partial(access.admits, kinds=(Project.Kind.EVALUATION,))
# Projects of these kinds have test sets.
KINDS_WITH_TEST_SETS = (Project.Kind.ALIGNMENT, Project.Kind.EVALUATION)
admits_with_test_sets = partial(access.admits, kinds=KINDS_WITH_TEST_SETS)


def describe_project(project: Project) -> dict[str, Any]:
    """Return the languages, for templates."""
    return {
        "source_language": find_language(project.evaluation.source_language),
        "target_language": find_language(project.evaluation.target_language),
    }
