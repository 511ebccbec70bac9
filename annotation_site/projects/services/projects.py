"""Starting a project, changing what all kinds share, and its guidelines."""

from collections.abc import Callable
from uuid import UUID

from django.db import transaction
from django.utils.text import slugify

from annotation_site.accounts.models import User
from annotation_site.operations.models import Operation
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require, require_creator
from annotation_site.projects.models import Guideline, Project, Role
from annotation_site.projects.services.members import add_member
from annotation_site.web.exceptions import DomainError, StaleVersion

LONGEST_GUIDELINE = 100_000


def create_project(
    *, user: User, name: str, description: str, kind: str, annotators_per_item: int, spread: str
) -> Project:
    """Start a project with its creator as manager, in the caller's transaction."""
    require_creator(user)
    project = Project.objects.create(
        slug=_free_slug(name),
        name=name,
        description=description,
        kind=kind,
        annotators_per_item=annotators_per_item,
        spread=spread,
        created_by=user,
    )
    add_member(project=project, user=user, role=Role.MANAGER)
    record_operation(actor=user, project=project, kind="create_project", payload={"name": name, "kind": kind})
    return project


@transaction.atomic
def start_once(*, user: User, request_id: UUID, kind: str, create: Callable[[], Project]) -> Project:
    """Create a project once per request id: of a double click the second finds what the first made. `kind` names the
    operation that remembers it."""
    # The person's row serialises their requests.
    User.objects.select_for_update(no_key=True).get(pk=user.pk)
    earlier = Operation.objects.select_related("project").filter(actor=user, operation_id=request_id).first()
    if earlier is not None:
        if earlier.kind != kind:
            raise DomainError("This form was used for something else. Open the page again.")
        return earlier.project
    project = create()
    record_operation(actor=user, project=project, kind=kind, operation_id=request_id)
    return project


@transaction.atomic
def publish_guideline(
    *, user: User, project: Project, text: str, change_note: str = "", based_on: int | None = None
) -> Guideline:
    """Add the next version of the guidelines; earlier ones stay for those who worked by them.

    `based_on` is the version the writer started from: StaleVersion if another came in between, and the same text
    sent twice stays one version.
    """
    require(can_manage, user, project)
    Project.objects.select_for_update(no_key=True).get(pk=project.pk)
    if not text.strip():
        raise DomainError("The guidelines are empty. Write at least one sentence.")
    if len(text) > LONGEST_GUIDELINE:
        raise DomainError(f"The guidelines are longer than {LONGEST_GUIDELINE:,} characters.")
    latest = project.guidelines.first()
    number = latest.version if latest else 0
    if based_on is not None and based_on != number:
        if latest and latest.text == text and latest.created_by_id == user.pk and number == based_on + 1:
            return latest
        raise StaleVersion(f"Version {number} was published while you wrote. Compare it with yours, then publish.")
    guideline = Guideline.objects.create(
        project=project, version=number + 1, text=text, change_note=change_note, created_by=user
    )
    record_operation(actor=user, project=project, kind="publish_guideline", payload={"version": guideline.version})
    return guideline


def _free_slug(name: str) -> str:
    base = slugify(name)[:50] or "project"
    taken = set(Project.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in taken and base != "new":
        return base
    number = 2
    while f"{base}-{number}" in taken:
        number += 1
    return f"{base}-{number}"
