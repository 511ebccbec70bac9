"""Starting a project, changing its settings, and its guidelines."""

from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils.text import slugify

from annotation_site.accounts.models import User
from annotation_site.operations.models import Operation
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require, require_creator
from annotation_site.projects.fingerprints import keep_own_changes
from annotation_site.projects.kinds import ProjectKind, find_kind
from annotation_site.projects.models import Guideline, Membership, Project, Role
from annotation_site.projects.queries import has_begun
from annotation_site.quotas.queries import require_room
from annotation_site.web.exceptions import DomainError, NotEditable, StaleVersion

LONGEST_GUIDELINE = 100_000
START = "start_project"


@transaction.atomic
def create_project(*, user: User, kind: str, guideline: str = "", **settings: Any) -> Project:
    """Start a project with its creator as manager and everything it needs before it has items; settings that are not
    named get the defaults of the kind's form.
    """
    require_creator(user)
    require_room("projects", user=user)
    described = find_kind(kind)
    stored = described.clean(described.form.complete(settings), None)
    own = {name: value for name, value in stored.items() if described.is_own(name)}
    shared = {name: value for name, value in stored.items() if name not in own}
    project = Project.objects.create(slug=_free_slug(stored["name"]), kind=kind, created_by=user, **shared)
    described.model._default_manager.create(project=project, **own)
    Membership.objects.create(project=project, user=user, role=Role.MANAGER)
    payload = {"name": project.name, "kind": kind}
    record_operation(actor=user, project=project, kind="create_project", payload=payload)
    if guideline.strip():
        publish_guideline(user=user, project=project, text=guideline)
    return project


@transaction.atomic
def start_project(*, user: User, kind: str, request_id: UUID, **settings: Any) -> tuple[Project, bool]:
    """Create the project once per request id, and return it with whether it was created now: the second request of a
    double click gets the project of the first. Settings are those of `create_project`.
    """
    # The person's row serialises their requests.
    User.objects.select_for_update(no_key=True, of=("self",)).get(pk=user.pk)
    earlier = Operation.objects.select_related("project").filter(actor=user, operation_id=request_id).first()
    if earlier is not None:
        if earlier.kind != START:
            raise DomainError("This form was already submitted with different data. Reload the page and try again.")
        return earlier.project, False
    project = create_project(user=user, kind=kind, **settings)
    record_operation(actor=user, project=project, kind=START, operation_id=request_id)
    return project, True


@transaction.atomic
def change_settings(*, user: User, project: Project, opened: str = "", **settings: Any) -> Project:
    """Change settings that may change during the work; those that are missing, or None, stay.

    `opened` holds the fingerprints of the settings that a form was opened with: what it only shows stays too. Raise
    StaleVersion, with the present values, if somebody else changed the same settings since.
    """
    require(can_manage, user, project)
    described = find_kind(project.kind)
    project = (
        Project.objects.select_for_update(no_key=True, of=("self",)).select_related(project.kind).get(pk=project.pk)
    )
    before = described.read_settings(project)
    if fixed := settings.keys() - before.keys() | settings.keys() & set(described.form.fixed):
        raise DomainError(f"This cannot be changed: {', '.join(sorted(fixed))}.")
    sent = keep_own_changes(opened, before, {name: value for name, value in settings.items() if value is not None})
    changed = {name: value for name, value in sent.items() if value != before[name]}
    stored = described.clean({**before, **changed}, project)
    if "annotators_per_item" in changed:
        _change_required_count(described, project, changed["annotators_per_item"])
    _store(described, project, {name: stored[name] for name in changed})
    described.after_change(project, changed)
    payload = {"before": {name: before[name] for name in changed}, "after": changed}
    record_operation(actor=user, project=project, kind="change_settings", payload=payload)
    return project


@transaction.atomic
def publish_guideline(
    *, user: User, project: Project, text: str, change_note: str = "", based_on: int | None = None
) -> Guideline:
    """Add the next version of the guidelines; earlier ones are kept for those who worked by them.

    `based_on` is the version the writer started from: raise StaleVersion if another was published since. The same text
    sent twice stays one version.
    """
    require(can_manage, user, project)
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    if not text.strip():
        raise DomainError("The guidelines are empty.")
    if len(text) > LONGEST_GUIDELINE:
        raise DomainError(f"The guidelines are longer than {LONGEST_GUIDELINE:,} characters.")
    latest = project.guidelines.first()
    number = latest.version if latest else 0
    if based_on is not None and based_on != number:
        if latest and latest.text == text and latest.created_by_id == user.pk and number == based_on + 1:
            return latest
        raise StaleVersion(
            f"Version {number} was published while you were writing. Compare it with your text, then publish again."
        )
    guideline = Guideline.objects.create(
        project=project, version=number + 1, text=text, change_note=change_note, created_by=user
    )
    record_operation(actor=user, project=project, kind="publish_guideline", payload={"version": guideline.version})
    return guideline


def _change_required_count(described: ProjectKind, project: Project, wanted: int) -> None:
    if has_begun(project):
        noun = described.noun
        raise NotEditable(f"The number of annotators for each {noun} is fixed once the first {noun} is given out.")
    project.items.update(required_count=wanted)


def _store(described: ProjectKind, project: Project, stored: dict[str, Any]) -> None:
    """Store each setting in its table."""
    own = getattr(project, described.kind)
    for row, names in (
        (project, [name for name in stored if not described.is_own(name)]),
        (own, [name for name in stored if described.is_own(name)]),
    ):
        for name in names:
            setattr(row, name, stored[name])
        if names:
            row.save(update_fields=names)


def _free_slug(name: str) -> str:
    base = slugify(name)[:50] or "project"
    taken = set(Project.objects.filter(slug__startswith=base).values_list("slug", flat=True))
    if base not in taken and base != "new":
        return base
    number = 2
    while f"{base}-{number}" in taken:
        number += 1
    return f"{base}-{number}"
