"""Sign-in with a password, for accounts whose address is confirmed where the site asks for that."""

from typing import Any

from allauth.account.auth_backends import AuthenticationBackend
from allauth.account.models import EmailAddress
from allauth.core import context
from django.conf import settings
from django.http import HttpRequest

from annotation_site.accounts.models import User


class ConfirmedAddressBackend(AuthenticationBackend):
    """allauth's backend, to which an account that awaits confirmation is one that does not exist."""

    def authenticate(self, request: HttpRequest | None, **credentials: Any) -> User | None:
        """Return the person whose password it is."""
        user: User | None = super().authenticate(request, **credentials)
        return None if user is not None and awaits_confirmation(user) else user

    def get_user(self, user_id: Any) -> User | None:
        """Return the person of a session, while they may sign in; of a request, the one who came with its session."""
        user: User | None = context.request.session.user if context.request else None
        if user is None or user.pk != user_id:
            user = User.objects.filter(pk=user_id).first()
        return user if user is not None and self.user_can_authenticate(user) else None


def awaits_confirmation(user: User) -> bool:
    """Return whether somebody who signed up has not opened the link in the mail yet. Accounts made by command have no
    record of an address, and those that were used before the site asked have signed in.
    """
    if not settings.SIGN_UP_CONFIRMS_ADDRESS or user.last_login is not None:
        return False
    addresses = EmailAddress.objects.filter(user=user).values_list("verified", flat=True)
    return bool(addresses) and not any(addresses)
