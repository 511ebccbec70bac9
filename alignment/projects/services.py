"""Starting a project from a form that may be sent twice."""

from typing import Any
from uuid import UUID

from django.db import transaction

from alignment.feedback.services import show_feedback
from alignment.pairs.models import AlignmentSettings
from alignment.suggestions.models import Suggestion
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.operations.models import Operation
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Project
from annotation_site.projects.services.projects import create_project, publish_guideline
from annotation_site.web.exceptions import DomainError, NotEditable

START = "start_alignment_project"


def find_started_project(*, user: User, request_id: UUID) -> Project | None:
    """The project that this request made before, if it did."""
    earlier = Operation.objects.select_related("project").filter(actor=user, operation_id=request_id).first()
    if earlier is None:
        return None
    if earlier.kind != START:
        raise DomainError("This form was used for something else. Open the page again.")
    return earlier.project


@transaction.atomic
def start_alignment_project(*, user: User, request_id: UUID, **settings: Any) -> Project:
    """Create the project once per request id; `settings` are those of `create_alignment_project`."""
    # The person's row serialises their requests: of a double click the second finds what the first made.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    earlier = find_started_project(user=user, request_id=request_id)
    if earlier is not None:
        return earlier
    project = create_alignment_project(user=user, **settings)
    record_operation(actor=user, project=project, kind=START, operation_id=request_id)
    return project


MIN_ANNOTATORS_FOR_MAJORITY = 3


@transaction.atomic
def create_alignment_project(
    *,
    user: User,
    name: str,
    source_language: str,
    target_language: str,
    scope: str,
    gold_policy: str,
    annotators_per_item: int,
    spread: str = Project.Spread.OVERLAP,
    description: str = "",
    guideline: str = "",
) -> Project:
    """Start a project with everything it needs before text is imported."""
    _require_possible_policy(gold_policy, annotators_per_item)
    project = create_project(
        user=user,
        name=name,
        description=description,
        kind=Project.Kind.ALIGNMENT,
        annotators_per_item=annotators_per_item,
        spread=spread,
    )
    AlignmentSettings.objects.create(
        project=project,
        source_language=source_language,
        target_language=target_language,
        scope=scope,
        gold_policy=gold_policy,
    )
    if guideline.strip():
        publish_guideline(user=user, project=project, text=guideline)
    return project


@transaction.atomic
def change_alignment_settings(
    *,
    user: User,
    project: Project,
    name: str,
    description: str,
    annotators_per_item: int,
    spread: str,
    gold_policy: str,
    suggestion_control_share: int | None = None,
    shows_feedback: bool | None = None,
    training_threshold: int | None = None,
    training_tries: int | None = None,
    check_share: int | None = None,
) -> Project:
    """Change what may change while work goes on; pairs that already have their annotators keep their number, and what
    is None stays as it is.
    """
    require(can_manage, user, project)
    project = (
        Project.objects.select_for_update(no_key=True, of=("self",)).select_related("alignment").get(pk=project.pk)
    )
    _require_possible_policy(gold_policy, annotators_per_item)
    if annotators_per_item != project.annotators_per_item:
        _change_wanted_count(project, annotators_per_item)
    if suggestion_control_share is not None and suggestion_control_share != project.alignment.suggestion_control_share:
        _change_control_share(project, suggestion_control_share)
    later = {
        "shows_feedback": shows_feedback,
        "training_threshold": training_threshold,
        "training_tries": training_tries,
        "check_share": check_share,
    }
    before = {"name": project.name, "gold_policy": project.alignment.gold_policy}
    project.name, project.description, project.spread = name, description, spread
    project.annotators_per_item = annotators_per_item
    project.save(update_fields=["name", "description", "spread", "annotators_per_item"])
    project.alignment.gold_policy = gold_policy
    for setting, value in later.items():
        if value is not None:
            setattr(project.alignment, setting, value)
    project.alignment.save(update_fields=["gold_policy", "suggestion_control_share", *later])
    if shows_feedback:
        show_feedback(project)
    record_operation(
        actor=user,
        project=project,
        kind="change_settings",
        payload={"before": before, "after": {"name": name, "gold_policy": gold_policy}},
    )
    return project


def _require_possible_policy(gold_policy: str, annotators_per_item: int) -> None:
    if gold_policy == AlignmentSettings.GoldPolicy.MAJORITY and annotators_per_item < MIN_ANNOTATORS_FOR_MAJORITY:
        raise DomainError("A majority needs three or more annotators for each pair.")


def _change_wanted_count(project: Project, wanted: int) -> None:
    begun = Item.objects.filter(project=project, assigned_count__gt=0)
    if begun.exists():
        raise NotEditable("The number of annotators for each pair is fixed once the first pair is given out.")
    Item.objects.filter(project=project).update(wanted_count=wanted)


def _change_control_share(project: Project, share: int) -> None:
    if not 0 <= share <= 100:
        raise DomainError("The share of control pairs is between 0 and 100 per cent.")
    if Suggestion.objects.filter(item__project=project, item__assignments__isnull=False).exists():
        raise NotEditable(
            "The share of control pairs is fixed once a pair with suggestions was given out: which pairs are controls "
            "would change."
        )
    project.alignment.suggestion_control_share = share
