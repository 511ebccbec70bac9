"""Invitations by email: one link for each address, sent again, and never to somebody who is there already."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation_site.accounts.models import User, digest_secret, new_secret
from annotation_site.languages.voices import Voice, speaking_as
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import DUTIES, NAMES, can_annotate, can_manage, require
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Invitation, Membership, Project, Role
from annotation_site.projects.services.members import invite
from annotation_site.web.exceptions import LimitReached, NotEditable

MOST_ADDRESSES = 100
# Of one person in all projects: the site is no way to send mail to strangers.
MOST_A_DAY = 300
RESENT_AFTER = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class Invited:
    """The outcome for each address: invited now, a member in this role already, or invited before."""

    sent: list[Invitation] = field(default_factory=list)
    members: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)


@transaction.atomic
def invite_by_mail(*, user: User, project: Project, role: str, days: int, addresses: Sequence[str]) -> Invited:
    """Send each address a link of its own. Whether an address has an account makes no difference to what is told."""
    require(can_manage, user, project)
    # Two requests at once would both find nobody invited, and room for all of theirs.
    User.objects.select_for_update(no_key=True, of=("self",)).get(pk=user.pk)
    wanted = list(dict.fromkeys(address.lower() for address in addresses))
    memberships = Membership.objects.active().filter(project=project, role=role, user__email__in=wanted)
    members = set(memberships.values_list("user__email", flat=True))
    usable = Invitation.objects.usable().filter(project=project, role=role, address__in=wanted)
    waiting = set(usable.values_list("address", flat=True)) - members
    new = [address for address in wanted if address not in members | waiting]
    _require_room(user, len(new))
    sent = []
    for address in new:
        invitation, secret = invite(user=user, project=project, role=role, days=days, use_limit=1)
        invitation.address = address
        invitation.save(update_fields=["address"])
        _send(invitation, secret)
        sent.append(invitation)
    return Invited(sent, sorted(members), sorted(waiting))


@transaction.atomic
def resend_invitation(*, user: User, invitation: Invitation) -> Invitation:
    """Send an invitation again, with a new link and the time it had at first; the earlier link ends."""
    require(can_manage, user, invitation.project)
    locked = Invitation.objects.select_for_update(no_key=True, of=("self",)).select_related("project", "created_by")
    found: Invitation = locked.get(pk=invitation.pk)
    if not found.can_be_resent:
        raise NotEditable("This invitation was revoked or accepted, or was not sent by email.")
    now, validity = timezone.now(), found.expires_at - found.created_at
    if found.created_at > now - RESENT_AFTER:
        raise NotEditable("This invitation was sent less than ten minutes ago. Wait before you send it again.")
    secret = new_secret()
    found.digest, found.created_at, found.expires_at = digest_secret(secret), now, now + validity
    found.save(update_fields=["digest", "created_at", "expires_at"])
    record_operation(actor=user, project=found.project, kind="resend_invitation", payload={"invitation": found.pk})
    _send(found, secret)
    return found


def _require_room(user: User, count: int) -> None:
    lately = Invitation.objects.filter(created_by=user, created_at__gt=timezone.now() - timedelta(days=1))
    if count and lately.exclude(address="").count() + count > MOST_A_DAY:
        raise LimitReached(f"You can invite {MOST_A_DAY} people a day by email. Continue tomorrow, or create a link.")


def _send(invitation: Invitation, secret: str) -> None:
    project = invitation.project
    is_annotator = invitation.role in can_annotate.roles
    kind, role = find_kind(project.kind), Role(invitation.role)
    # Annotators are written to in the language of their work, which they read; the work of others is in English.
    with speaking_as(Voice(kind.find_voice(project).language) if is_annotator else Voice()):
        context = {
            "invitation": invitation,
            "role": _(NAMES[role]),
            "work": f"{_(kind.invitation)}." if is_annotator else _(DUTIES[role]),
            "link": settings.SITE_ADDRESS + reverse("projects:invitation", args=[secret]),
        }
        send_mail(
            settings.ACCOUNT_EMAIL_SUBJECT_PREFIX + _("Invitation to {project}").format(project=project),
            render_to_string("projects/invitations/mail.txt", context),
            None,
            [invitation.address],
        )
