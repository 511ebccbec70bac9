"""Starting a project of translation evaluation and changing its settings."""

from typing import Any
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import create_project, publish_guideline, start_once
from evaluation.projects.models import EvaluationSettings

START = "start_evaluation_project"


@transaction.atomic
def create_evaluation_project(
    *,
    user: User,
    name: str,
    source_language: str,
    target_language: str,
    annotators_per_item: int = 3,
    spread: str = Project.Spread.OVERLAP,
    description: str = "",
    guideline: str = "",
) -> Project:
    """Start a project with everything it needs before its first test set."""
    project = create_project(
        user=user,
        name=name,
        description=description,
        kind=Project.Kind.EVALUATION,
        annotators_per_item=annotators_per_item,
        spread=spread,
    )
    EvaluationSettings.objects.create(project=project, source_language=source_language, target_language=target_language)
    if guideline.strip():
        publish_guideline(user=user, project=project, text=guideline)
    return project


def start_evaluation_project(*, user: User, request_id: UUID, **settings: Any) -> Project:
    """Create the project once per request id; `settings` are those of `create_evaluation_project`."""
    return start_once(
        user=user, request_id=request_id, kind=START, create=lambda: create_evaluation_project(user=user, **settings)
    )


@transaction.atomic
def change_evaluation_settings(*, user: User, project: Project, name: str, description: str, spread: str) -> Project:
    """Change what may change while work goes on; how many people judge is said by each round."""
    require(can_manage, user, project)
    project = Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    before = {"name": project.name, "spread": project.spread}
    project.name, project.description, project.spread = name, description, spread
    project.save(update_fields=["name", "description", "spread"])
    record_operation(
        actor=user,
        project=project,
        kind="change_settings",
        payload={"before": before, "after": {"name": name, "spread": spread}},
    )
    return project
