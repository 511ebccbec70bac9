"""Pseudonymising a person: everything that identifies them goes, what they did stays.

History is append-only and names people by the number of their account alone. So erasing somebody means to empty that
account: one row, and the few places that hold a copy of what stood in it. `queries.people.list_remains` says what this
cannot reach.
"""

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.socialaccount.models import SocialAccount
from django.apps import apps
from django.db import transaction
from django.db.models import Q

from annotation_site.accounts.models import ApiToken, NoticeMails, User
from annotation_site.mail.models import Mail
from annotation_site.operators.models import AccountAct
from annotation_site.operators.queries.people import find_sole_projects
from annotation_site.operators.services.accounts import close_ways_in, lock_person, record_act
from annotation_site.projects.kinds import list_kinds
from annotation_site.projects.models import Invitation, Membership
from annotation_site.web.exceptions import DomainError, NotEditable


@transaction.atomic
def pseudonymise_person(*, user: User, person: User, typed: str) -> User:
    """Replace what identifies a person by a lasting stand-in, for good; `typed` confirms it by their address, or by
    their name where they have no account.
    """
    person = lock_person(user, person)
    if person.is_pseudonymised:
        raise NotEditable("This person was pseudonymised before.")
    if typed.strip().casefold() != confirmation_of(person).casefold():
        raise DomainError(f"Type “{confirmation_of(person)}” to confirm. Nothing was changed.")
    if alone := find_sole_projects(person).first():
        raise NotEditable(
            f"Nobody else manages “{alone}”. Appoint another manager on the project's page, or archive or delete the "
            "project first."
        )
    addresses = {person.email.lower(), *_list_addresses(person)}
    for kind in list_kinds():
        kind.forget_person(person)
    _forget_addresses(person, addresses)
    _empty_account(person)
    record_act(user, person, AccountAct.Kind.PSEUDONYMISE)
    return person


def confirmation_of(person: User) -> str:
    """Return what has to be typed to pseudonymise the person."""
    return person.email if person.has_account else str(person)


def _list_addresses(person: User) -> list[str]:
    addresses = EmailAddress.objects.filter(user=person).values_list("email", flat=True)
    return [address.lower() for address in addresses]


def _forget_addresses(person: User, addresses: set[str]) -> None:
    """Delete mail to the person, and empty the address of invitations, in their history, too."""
    is_theirs = Q()
    for address in addresses:
        is_theirs |= Q(address__iexact=address)
    Mail.objects.filter(is_theirs | Q(recipient=person)).delete()
    Invitation.objects.filter(is_theirs).update(address="", note="")
    apps.get_model("projects", "InvitationEvent")._base_manager.filter(is_theirs).update(address="", note="")


def _empty_account(person: User) -> None:
    close_ways_in(person)
    ApiToken.objects.filter(user=person).delete()
    Authenticator.objects.filter(user=person).delete()
    SocialAccount.objects.filter(user=person).delete()
    EmailAddress.objects.filter(user=person).delete()
    Membership.objects.filter(user=person, state=Membership.State.ACTIVE).update(state=Membership.State.REMOVED)
    person.groups.clear()
    person.user_permissions.clear()
    person.become_pseudonym()
    person.is_active = person.is_superuser = person.is_staff = person.can_create_projects = False
    person.notice_mails, person.time_zone, person.language = NoticeMails.NEVER.value, "UTC", ""
    person.last_login = person.noticed_at = None
    person.set_unusable_password()
    person.save()
