"""Replacing participants of a study that runs."""

from collections.abc import Collection
from uuid import UUID

from django.db import transaction

from annotation_site.accounts.models import User
from annotation_site.exclusions.services import exclude_annotators
from annotation_site.projects.models import Project
from idiomaticity.crowd.services.opening import open_crowd


@transaction.atomic
def replace_participants(
    *, user: User, project: Project, annotators: Collection[str], reason: str, operation_id: UUID, opens_link: bool
) -> int:
    """Exclude participants from all figures, which gives their places to others, and let these come in if wanted;
    return the number of those excluded. A repeated operation id excludes nobody else.
    """
    made = exclude_annotators(
        user=user, project=project, annotators=annotators, reason=reason, operation_id=operation_id
    )
    if opens_link:
        open_crowd(user=user, project=project, is_open=True)
    return len(made)
