"""Deactivating and reactivating an account, resetting its second factor, and exporting everything about a person."""

from collections.abc import Iterator
from typing import Any

from allauth.mfa.models import Authenticator
from django.conf import settings
from django.core.mail import send_mail
from django.db import transaction
from django.template.loader import render_to_string
from django.utils import timezone

from annotation_site.accounts.models import ApiToken, User
from annotation_site.notices.models import Notice
from annotation_site.operators.exports import write_archive
from annotation_site.operators.models import AccountAct
from annotation_site.own_account.services import end_sessions
from annotation_site.projects.abilities import require_operator
from annotation_site.projects.models import Invitation
from annotation_site.web.exceptions import NotEditable

Kind = AccountAct.Kind


@transaction.atomic
def deactivate_person(*, user: User, person: User) -> User:
    """Keep a person out: sessions and tokens end at once, invitations and passwords no longer help. Their work stays,
    and what they had begun returns to the others when its lease expires.
    """
    person = lock_person(user, person)
    if person.is_active:
        person.is_active = False
        person.save(update_fields=["is_active"])
        close_ways_in(person)
        record_act(user, person, Kind.DEACTIVATE)
    return person


@transaction.atomic
def reactivate_person(*, user: User, person: User) -> User:
    """Let a person sign in again, with the password they had; ended tokens and sessions stay ended."""
    person = lock_person(user, person)
    if not person.has_account:
        raise NotEditable("This person has no account to reactivate.")
    if not person.is_active:
        # One that began in the moment of deactivating.
        end_sessions(person)
        person.is_active = True
        person.save(update_fields=["is_active"])
        record_act(user, person, Kind.REACTIVATE)
    return person


@transaction.atomic
def reset_second_factor(*, user: User, person: User) -> User:
    """Remove a person's second factor with its recovery codes, end their sessions, and tell them by mail."""
    person = lock_person(user, person, allows_self=True)
    removed, _ = Authenticator.objects.filter(user=person).delete()
    if not removed:
        raise NotEditable("This account has no second factor.")
    end_sessions(person)
    record_act(user, person, Kind.RESET_SECOND_FACTOR)
    send_mail(
        f"{settings.ACCOUNT_EMAIL_SUBJECT_PREFIX}Your second factor was removed",
        render_to_string("operators/people/reset_mail.txt", {"person": person, "site": settings.SITE_ADDRESS}),
        None,
        [person.email],
    )
    return person


def export_person(*, user: User, person: User) -> Iterator[bytes]:
    """Record the export, and return everything about the person as an archive, piece by piece."""
    with transaction.atomic():
        person = lock_person(user, person, allows_self=True)
        record_act(user, person, Kind.EXPORT)
    return write_archive(person)


def lock_person(user: User, person: User, *, allows_self: bool = False) -> User:
    """Return the person's row, locked for an operator. Operators cannot lock themselves out: somebody is left then."""
    require_operator(user)
    if user.pk == person.pk and not allows_self:
        raise NotEditable("You cannot do this to your own account. Ask another operator.")
    return User.objects.select_for_update(no_key=True, of=("self",)).get(pk=person.pk)


def close_ways_in(person: User) -> None:
    """End sessions, tokens and waiting notices, and invitations that they made, by which they could come back."""
    end_sessions(person)
    Invitation.objects.usable().filter(created_by=person).update(revoked_at=timezone.now())
    ApiToken.objects.filter(user=person).revoke()
    Notice.objects.filter(user=person).delete()


def record_act(user: User, person: User, kind: AccountAct.Kind, **payload: Any) -> None:
    """Append the act to the history of the account."""
    AccountAct.objects.create(actor=user, person=person, kind=kind, payload=payload)
