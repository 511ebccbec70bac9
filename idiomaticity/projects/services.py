"""Starting a compositionality project and changing its settings."""

from collections.abc import Mapping
from typing import Any
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import create_project, publish_guideline, start_once
from annotation_site.web.exceptions import DomainError, NotEditable
from idiomaticity.compounds.models import IdiomaticitySettings
from idiomaticity.projects.wording import NAMES, find_fault_in_wording, keep_own

START = "start_rating_project"


@transaction.atomic
def create_rating_project(
    *,
    user: User,
    name: str,
    language: str,
    level: str = IdiomaticitySettings.Level.TOKEN,
    annotators_per_item: int = 10,
    spread: str = Project.Spread.EVEN,
    description: str = "",
    guideline: str = "",
    wording: Mapping[str, str] | None = None,
) -> Project:
    """Start a project with everything it needs before compounds are imported."""
    project = create_project(
        user=user,
        name=name,
        description=description,
        kind=Project.Kind.IDIOMATICITY,
        annotators_per_item=annotators_per_item,
        spread=spread,
    )
    own = _keep_wording(language, wording or {})
    IdiomaticitySettings.objects.create(project=project, language=language, level=level, wording=own)
    if guideline.strip():
        publish_guideline(user=user, project=project, text=guideline)
    return project


def start_rating_project(*, user: User, request_id: UUID, **settings: Any) -> Project:
    """Create the project once per request id; `settings` are those of `create_rating_project`."""
    return start_once(
        user=user, request_id=request_id, kind=START, create=lambda: create_rating_project(user=user, **settings)
    )


@transaction.atomic
def change_rating_settings(
    *,
    user: User,
    project: Project,
    name: str,
    description: str,
    annotators_per_item: int,
    spread: str,
    wording: Mapping[str, str],
) -> Project:
    """Change what may change while work goes on; what is asked stays as it was for those who answered already, and the
    operation keeps the words before and after.
    """
    require(can_manage, user, project)
    project = (
        Project.objects.select_for_update(no_key=True, of=("self",)).select_related("idiomaticity").get(pk=project.pk)
    )
    settings = project.idiomaticity
    own = _keep_wording(settings.language, wording)
    if annotators_per_item != project.annotators_per_item:
        _change_wanted_count(project, annotators_per_item)
    before = {"name": project.name, "wording": settings.wording}
    project.name, project.description, project.spread = name, description, spread
    project.annotators_per_item = annotators_per_item
    project.save(update_fields=["name", "description", "spread", "annotators_per_item"])
    settings.wording = own
    settings.save(update_fields=["wording"])
    record_operation(
        actor=user,
        project=project,
        kind="change_settings",
        payload={"before": before, "after": {"name": name, "wording": own}},
    )
    return project


def _keep_wording(language: str, wording: Mapping[str, str]) -> dict[str, str]:
    for name, text in wording.items():
        if name not in NAMES:
            raise DomainError(f"There is no text called {name}; choose from {', '.join(NAMES)}.")
        if fault := find_fault_in_wording(text):
            raise DomainError(fault)
    return keep_own(language, {name: " ".join(text.split()) for name, text in wording.items()})


def _change_wanted_count(project: Project, wanted: int) -> None:
    if Item.objects.filter(project=project, assigned_count__gt=0).exists():
        raise NotEditable("The number of ratings is fixed once the first sentence is given out.")
    Item.objects.filter(project=project).update(wanted_count=wanted)
