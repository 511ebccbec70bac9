"""Rules about the settings of a word alignment project."""

from typing import Any

from alignment.projects.models import AlignmentSettings
from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from annotation_site.web.exceptions import DomainError, NotEditable

MIN_ANNOTATORS_FOR_MAJORITY = 3


def check_settings(settings: dict[str, Any], project: Project | None) -> None:
    """Raise DomainError if settings contradict each other or existing work; without a project, for one
    about to start.
    """
    is_majority = settings["gold_policy"] == AlignmentSettings.GoldPolicy.MAJORITY
    if is_majority and settings["annotators_per_item"] < MIN_ANNOTATORS_FOR_MAJORITY:
        raise DomainError("The majority policy needs three or more annotators per pair.")
    if project is not None and settings["suggestion_control_share"] != project.alignment.suggestion_control_share:
        _check_control_share(project, settings["suggestion_control_share"])


def _check_control_share(project: Project, share: int) -> None:
    if not 0 <= share <= 100:
        raise DomainError("The share of control pairs must be between 0 and 100 %.")
    if Item.versions.filter(project=project, suggestions__isnull=False, assignments__isnull=False).exists():
        raise NotEditable(
            "You cannot change the share of control pairs after a pair with "
            "suggestions was assigned, because the control pairs "
            "would change."
        )
