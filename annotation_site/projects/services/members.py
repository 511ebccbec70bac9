"""Members of a project: invitations, roles, pseudonyms."""

from datetime import timedelta
from uuid import uuid4

from django.db import connection, transaction
from django.db.models import F
from django.utils import timezone

from annotation_site.accounts.models import User, digest_secret, new_secret
from annotation_site.operations.models import Operation
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import can_manage, require
from annotation_site.projects.models import Invitation, Membership, Project, Role
from annotation_site.server.postgresql.sequences import take_ids
from annotation_site.web.exceptions import DomainError, NotEditable

LONGEST_INVITATION_DAYS = 90
MOST_USES = 1000
LONGEST_NAME = 120


@transaction.atomic
def invite(
    *, user: User, project: Project, role: str, days: int, use_limit: int, note: str = ""
) -> tuple[Invitation, str]:
    """Create an invitation and return it with its secret, which is never stored."""
    require(can_manage, user, project)
    if role not in Role.values:
        raise DomainError(f"There is no role called {role}.")
    if not 1 <= days <= LONGEST_INVITATION_DAYS or not 1 <= use_limit <= MOST_USES:
        raise DomainError(
            f"An invitation is valid for 1 to {LONGEST_INVITATION_DAYS} days and 1 to {MOST_USES} people."
        )
    secret = new_secret()
    invitation = Invitation.objects.create(
        project=project,
        role=role,
        digest=digest_secret(secret),
        note=note,
        expires_at=timezone.now() + timedelta(days=days),
        use_limit=use_limit,
        created_by=user,
    )
    record_operation(actor=user, project=project, kind="invite", payload={"invitation": invitation.pk, "role": role})
    return invitation, secret


@transaction.atomic
def revoke_invitation(*, user: User, invitation: Invitation) -> None:
    """Close an invitation; people who joined by it stay members."""
    require(can_manage, user, invitation.project)
    Invitation.objects.filter(pk=invitation.pk, revoked_at=None).update(revoked_at=timezone.now())
    record_operation(
        actor=user, project=invitation.project, kind="revoke_invitation", payload={"invitation": invitation.pk}
    )


@transaction.atomic
def accept_invitation(*, user: User, digest: str) -> Membership:
    """Join by an invitation. Accepting again, or being a member already, does not count as a use."""
    invitation = (
        Invitation.objects.select_for_update(no_key=True, of=("self",))
        .select_related("project")
        .filter(digest=digest)
        .first()
    )
    if invitation is None:
        raise DomainError("This invitation does not exist. Ask the sender for a new one.")
    existing = invitation.project.memberships.filter(user=user, role=invitation.role).first()
    if existing is not None and existing.state == Membership.State.ACTIVE:
        return existing
    if not invitation.is_usable:
        raise NotEditable("This invitation has expired or was used up. Ask the sender for a new one.")
    if _was_removed_since(invitation, user):
        raise NotEditable("You were removed from the project after this link was created. Ask a manager for a new one.")
    Invitation.objects.filter(pk=invitation.pk).update(use_count=F("use_count") + 1)
    membership = add_member(project=invitation.project, user=user, role=invitation.role)
    record_operation(
        actor=user,
        project=invitation.project,
        kind="accept_invitation",
        payload={"invitation": invitation.pk, "role": invitation.role},
    )
    return membership


@transaction.atomic
def add_member(*, project: Project, user: User, role: str) -> Membership:
    """Give a person a role; somebody who was removed gets their former membership back."""
    Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=project.pk)
    membership = Membership.objects.filter(project=project, user=user, role=role).first()
    if membership is None:
        pseudonym = _next_pseudonym(project) if role == Role.ANNOTATOR else ""
        return Membership.objects.create(project=project, user=user, role=role, pseudonym=pseudonym)
    membership.state = Membership.State.ACTIVE
    membership.save(update_fields=["state"])
    return membership


def add_annotator(*, project: Project, user: User) -> Membership:
    """Make a person an annotator with a pseudonym."""
    return add_member(project=project, user=user, role=Role.ANNOTATOR)


def prepare_annotator(*, project: Project, user: User) -> Membership:
    """Return an annotator who is not stored yet, but has the key that work can refer to.

    A job that imports their work stores it first and calls `admit_annotator` last: others who join wait for a moment
    then, not for the whole import.
    """
    with connection.cursor() as cursor:
        [key] = take_ids(cursor, Membership._meta.db_table, 1)
    return Membership(pk=key, project=project, user=user, role=Role.ANNOTATOR)


def prepare_imported_annotator(*, project: Project, name: str) -> Membership:
    """Return an annotator, not stored yet, for work that a file has under this name.

    Nobody can sign in to the new account: it is inactive, has no password, and its address ends in `.invalid`, which
    receives no mail.
    """
    user = User(email=f"annotator-{uuid4()}@imported.invalid", name=name[:LONGEST_NAME], is_active=False)
    user.set_unusable_password()
    user.save()
    return prepare_annotator(project=project, user=user)


@transaction.atomic
def admit_annotator(membership: Membership) -> None:
    """Store an annotator who was prepared, with the next pseudonym of the project."""
    project = Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=membership.project_id)
    membership.pseudonym = _next_pseudonym(project)
    membership.save(force_insert=True)


@transaction.atomic
def take_role(*, user: User, project: Project, role: str) -> Membership:
    """Let a manager take a further role, as small groups do."""
    require(can_manage, user, project)
    if role not in Role.values:
        raise DomainError(f"There is no role called {role}.")
    membership = add_member(project=project, user=user, role=role)
    record_operation(actor=user, project=project, kind="take_role", payload={"role": role})
    return membership


@transaction.atomic
def remove_member(*, user: User, membership: Membership) -> None:
    """End a membership; the work done in it stays, and what is leased returns when its lease expires (see
    `annotation_site.assignments.services.leases`). A project keeps at least one manager.

    Links made before no longer admit the person, and links that a removed manager made are closed: they could be used
    to come back.
    """
    project = Project.objects.select_for_update(no_key=True, of=("self",)).get(pk=membership.project_id)
    require(can_manage, user, project)
    managers = Membership.objects.active().filter(project=project, role=Role.MANAGER)
    if membership.is_manager and managers.count() == 1:
        raise NotEditable("A project needs a manager. Make someone else a manager first.")
    membership.state = Membership.State.REMOVED
    membership.save(update_fields=["state"])
    if membership.is_manager:
        project.invitations.usable().filter(created_by=membership.user_id).update(revoked_at=timezone.now())
    record_operation(
        actor=user,
        project=project,
        kind="remove_member",
        payload={"membership": membership.pk},
    )


def _was_removed_since(invitation: Invitation, user: User) -> bool:
    """Return whether the role, or the last one the person had, ended after the link was made."""
    own = Membership.objects.filter(project=invitation.project, user=user)
    ended = own.filter(state=Membership.State.REMOVED)
    if own.active().exists():
        ended = ended.filter(role=invitation.role)
    removals = Operation.objects.of_project(invitation.project, "remove_member")
    since = removals.filter(created_at__gt=invitation.created_at)
    return since.filter(payload__membership__in=list(ended.values_list("pk", flat=True))).exists()


def _next_pseudonym(project: Project) -> str:
    """Return the next of A, B, … Z, AA, AB, … in order of joining; none is reused in a project."""
    number = project.memberships.exclude(pseudonym="").count()
    letters = ""
    while True:
        letters = chr(ord("A") + number % 26) + letters
        number = number // 26 - 1
        if number < 0:
            return letters
