"""Starting a project from a form that may be sent twice."""

from typing import Any
from uuid import UUID

from django.db import transaction

from alignment.services.projects import create_alignment_project
from annotation_site.projects.exceptions import DomainError
from annotation_site.projects.models import Operation, Project, User
from annotation_site.projects.services.operations import record_operation

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
    User.objects.select_for_update().get(pk=user.pk)
    earlier = find_started_project(user=user, request_id=request_id)
    if earlier is not None:
        return earlier
    project = create_alignment_project(user=user, **settings)
    record_operation(actor=user, project=project, kind=START, operation_id=request_id)
    return project
