"""Rules about the settings of a project that marks expressions."""

from collections.abc import Mapping
from typing import Any

from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from expressions.categories.lists import list_used_categories, read_categories
from expressions.categories.presets import NOT_AN_EXPRESSION
from expressions.marks.models import Mark
from expressions.projects.models import ExpressionSettings

SHOWN = 3


def check_settings(settings: Mapping[str, Any], project: Project | None) -> None:
    """Raise DomainError if there are no categories, or if one that marks have would be gone."""
    chosen, own = settings["category_set"], settings["categories"]
    if chosen == ExpressionSettings.CategorySet.OWN:
        try:
            read_categories(own)
        except ValueError as fault:
            raise DomainError(f"Own categories: {fault}") from fault
    if project is not None:
        _require_kept(project, list_used_categories(chosen, own, project.expressions.language))


def _require_kept(project: Project, categories: list[str]) -> None:
    marks = Mark.objects.filter(assignment__item__project=project).exclude(
        category__in=[*categories, NOT_AN_EXPRESSION]
    )
    gone = list(marks.order_by("category").values_list("category", flat=True).distinct()[: SHOWN + 1])
    if gone:
        named = ", ".join(gone[:SHOWN]) + (" and others" if len(gone) > SHOWN else "")
        raise DomainError(f"Annotators have used {named}. Keep these categories.")
