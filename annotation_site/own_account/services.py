"""API tokens, and the end of sessions."""

from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from annotation_site.accounts.models import ApiToken, Session, User, digest_secret, new_secret
from annotation_site.web.exceptions import DomainError, LimitReached

MOST_TOKENS = 20
LONGEST_TOKEN_DAYS = 365


@transaction.atomic
def create_token(*, user: User, name: str, scope: str, days: int) -> tuple[ApiToken, str]:
    """Create a token and return it with its secret, which is never stored."""
    if scope not in ApiToken.Scope.values or not 1 <= days <= LONGEST_TOKEN_DAYS:
        raise DomainError(f"A token needs read or write access and 1 to {LONGEST_TOKEN_DAYS} days of validity.")
    User.objects.select_for_update(no_key=True, of=("self",)).get(pk=user.pk)
    if ApiToken.objects.usable().filter(user=user).count() >= MOST_TOKENS:
        raise LimitReached(f"You already have {MOST_TOKENS} tokens. Revoke one first.")
    secret = new_secret()
    expires_at = timezone.now() + timedelta(days=days)
    token = ApiToken.objects.create(
        user=user, name=name, scope=scope, digest=digest_secret(secret), expires_at=expires_at
    )
    return token, secret


def end_sessions(user: User) -> None:
    """End all sessions of a person at once."""
    Session.objects.filter(user=user).delete()


def revoke_token(*, user: User, token_id: int) -> None:
    """Revoke one of the person's tokens."""
    ApiToken.objects.filter(user=user, pk=token_id).revoke()
