"""Invitations of people by their address: one link for each, mailed where there is a mail server, renewed, and never to
somebody who is there already.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import NamedTuple

from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _

from annotation_site.accounts.models import User, digest_secret, new_secret
from annotation_site.languages.locales import Locale, using_locale
from annotation_site.operations.services import record_operation
from annotation_site.projects.abilities import DUTIES, NAMES, can_annotate, can_manage, require
from annotation_site.projects.kinds import find_kind
from annotation_site.projects.models import Invitation, Membership, Project, Role
from annotation_site.projects.services.members import invite
from annotation_site.web.exceptions import LimitReached, NotEditable
from annotation_site.web.mail import sends_mail

MOST_ADDRESSES = 100
# Of one person in all projects: the site is no way to send mail to strangers.
MOST_A_DAY = 300
RESENT_AFTER = timedelta(minutes=10)


class NewLink(NamedTuple):
    """An invitation with the secret of its link, which is stored nowhere, and whether the link is mailed."""

    invitation: Invitation
    secret: str
    is_mailed: bool = False


@dataclass(frozen=True, slots=True)
class Invited:
    """The outcome for each address: invited now, a member in this role already, or invited before."""

    links: list[NewLink] = field(default_factory=list)
    members: list[str] = field(default_factory=list)
    waiting: list[str] = field(default_factory=list)


@transaction.atomic
def invite_by_mail(*, user: User, project: Project, role: str, days: int, addresses: Sequence[str]) -> Invited:
    """Make a link for each address and mail it; without a mail server, the caller passes the links on. Whether an
    address has an account makes no difference to what is told.
    """
    require(can_manage, user, project)
    # Two requests at once would both find nobody invited, and room for all of theirs.
    User.objects.select_for_update(no_key=True, of=("self",)).get(pk=user.pk)
    wanted = list(dict.fromkeys(address.lower() for address in addresses))
    memberships = Membership.objects.active().filter(project=project, role=role, user__email__in=wanted)
    members = set(memberships.values_list("user__email", flat=True))
    usable = Invitation.objects.usable().filter(project=project, role=role, address__in=wanted)
    waiting = set(usable.values_list("address", flat=True)) - members
    new = [address for address in wanted if address not in members | waiting]
    is_mailed = sends_mail()
    if is_mailed:
        _require_room(user, len(new))
    links = []
    for address in new:
        invitation, secret = invite(user=user, project=project, role=role, days=days, use_limit=1)
        invitation.address = address
        invitation.save(update_fields=["address"])
        if is_mailed:
            _send(invitation, secret)
        links.append(NewLink(invitation, secret, is_mailed))
    return Invited(links, sorted(members), sorted(waiting))


@transaction.atomic
def resend_invitation(*, user: User, invitation: Invitation) -> NewLink:
    """Mail an invitation again, with a new link and the time it had at first; the earlier link ends."""
    locked_invitation = _lock(user, invitation)
    if not sends_mail():
        raise NotEditable("This site has no mail server. Create a new link and send it yourself.")
    if not locked_invitation.can_be_resent:
        raise NotEditable("This invitation was revoked or accepted, or has no address.")
    if locked_invitation.created_at > timezone.now() - RESENT_AFTER:
        raise NotEditable("This invitation was sent less than ten minutes ago. Wait before you send it again.")
    secret = _renew(locked_invitation)
    record_operation(
        actor=user,
        project=locked_invitation.project,
        kind="resend_invitation",
        payload={"invitation": locked_invitation.pk},
    )
    _send(locked_invitation, secret)
    return NewLink(locked_invitation, secret, is_mailed=True)


@transaction.atomic
def renew_invitation(*, user: User, invitation: Invitation) -> NewLink:
    """Replace the link of an invitation, with the time it had at first, and mail nothing; the earlier link ends."""
    locked_invitation = _lock(user, invitation)
    if locked_invitation.revoked_at is not None or locked_invitation.use_count >= locked_invitation.use_limit:
        raise NotEditable("This invitation was revoked or is used up. Create a new one.")
    secret = _renew(locked_invitation)
    record_operation(
        actor=user,
        project=locked_invitation.project,
        kind="renew_invitation",
        payload={"invitation": locked_invitation.pk},
    )
    return NewLink(locked_invitation, secret)


def _lock(user: User, invitation: Invitation) -> Invitation:
    require(can_manage, user, invitation.project)
    locked = Invitation.objects.select_for_update(no_key=True, of=("self",)).select_related("project", "created_by")
    locked_invitation: Invitation = locked.get(pk=invitation.pk)
    return locked_invitation


def _renew(invitation: Invitation) -> str:
    """Give the invitation another secret and its time anew, and return the secret."""
    secret, now = new_secret(), timezone.now()
    validity = invitation.expires_at - invitation.created_at
    invitation.digest, invitation.created_at, invitation.expires_at = digest_secret(secret), now, now + validity
    invitation.save(update_fields=["digest", "created_at", "expires_at"])
    return secret


def _require_room(user: User, count: int) -> None:
    lately = Invitation.objects.filter(created_by=user, created_at__gt=timezone.now() - timedelta(days=1))
    if count and lately.exclude(address="").count() + count > MOST_A_DAY:
        raise LimitReached(f"You can invite {MOST_A_DAY} people a day by email. Continue tomorrow, or create a link.")


def _send(invitation: Invitation, secret: str) -> None:
    project = invitation.project
    is_annotator = invitation.role in can_annotate.roles
    kind, role = find_kind(project.kind), Role(invitation.role)
    # Annotators are written to in the language of their work, which they read; the work of others is in English.
    with using_locale(Locale(kind.find_locale(project).language) if is_annotator else Locale()):
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
