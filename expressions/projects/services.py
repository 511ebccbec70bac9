"""Rules about the settings of a project that marks expressions."""

from collections.abc import Mapping
from typing import Any

from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError
from expressions.categories.lists import read_categories
from expressions.categories.presets import CATEGORY_SETS, NOT_AN_EXPRESSION
from expressions.marks.models import Mark
from expressions.projects.models import ExpressionSettings

SHOWN = 3


def settle_categories(settings: Mapping[str, Any], project: Project | None) -> list[str]:
    """Return the categories of the chosen set, or one's own. Raise DomainError if there are none, or if one that marks
    have would be gone.
    """
    chosen = settings["category_set"]
    if chosen == ExpressionSettings.CategorySet.OWN:
        try:
            categories = read_categories(settings["categories"])
        except ValueError as fault:
            raise DomainError(f"Own categories: {fault}") from fault
    else:
        edition, language = CATEGORY_SETS[chosen], settings["language"].partition("-")[0]
        categories = [*edition.categories, *edition.languages.get(language, ())]
    if project is not None:
        _require_kept(project, categories)
    return categories


def _require_kept(project: Project, categories: list[str]) -> None:
    marks = Mark.objects.filter(assignment__item__project=project).exclude(
        category__in=[*categories, NOT_AN_EXPRESSION]
    )
    gone = list(marks.order_by("category").values_list("category", flat=True).distinct()[: SHOWN + 1])
    if gone:
        named = ", ".join(gone[:SHOWN]) + (" and others" if len(gone) > SHOWN else "")
        raise DomainError(f"Annotators have used {named}. Keep these categories.")
