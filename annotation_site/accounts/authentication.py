"""Authentication of programs and browsers in the API, the scopes of tokens, and the limit of requests."""

from __future__ import annotations

from time import time
from typing import TYPE_CHECKING, Any

from allauth.account.adapter import get_adapter
from django.conf import settings
from django.utils import timezone
from rest_framework import authentication, permissions
from rest_framework.exceptions import AuthenticationFailed, Throttled
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from annotation_site.accounts.limits import SharedLimit, count_attempt
from annotation_site.accounts.models import ApiToken, User, digest_secret

if TYPE_CHECKING:  # rest_framework.views reads the settings that name this module
    from rest_framework.views import APIView

LAST_USED_PRECISION_SECONDS = 60
MINUTE = 60
MISSES_ALLOWED, MISSES_WITHIN = 60, 600


class TokenAuthentication(authentication.BaseAuthentication):
    """`Authorization: Bearer <token>`; the token is looked up by its digest."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """Return the token's person; None lets the session authenticate instead."""
        words = authentication.get_authorization_header(request).split()
        if not words or words[0].lower() != b"bearer":
            return None
        if len(words) != 2:
            raise AuthenticationFailed("The header must be: Authorization: Bearer TOKEN.")
        secret = words[1].decode("latin-1")
        token = ApiToken.objects.usable().select_related("user").filter(digest=digest_secret(secret)).first()
        if token is None:
            self._count_miss(request)
            raise AuthenticationFailed("This token is unknown, revoked or expired.")
        self._note_use(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge that makes DRF answer 401 instead of 403."""
        return "Bearer"

    @staticmethod
    def _count_miss(request: Request) -> None:
        network = get_adapter().get_client_ip(request)
        if not count_attempt(f"token-misses:{network}", MISSES_ALLOWED, within=MISSES_WITHIN):
            raise Throttled(wait=_seconds_left(MISSES_WITHIN))

    @staticmethod
    def _note_use(token: ApiToken) -> None:
        now = timezone.now()
        if token.last_used_at is None or (now - token.last_used_at).total_seconds() > LAST_USED_PRECISION_SECONDS:
            ApiToken.objects.filter(pk=token.pk).update(last_used_at=now)


class SessionAuthentication401(authentication.SessionAuthentication):
    """Django's session with CSRF protection. An expired one answers 401, so that the editor can offer to
    sign in again.
    """

    def authenticate_header(self, request: Request) -> str:
        """Return a challenge; browsers ignore the word."""
        return "Session"


class TokenScopePermission(permissions.BasePermission):
    """A token with scope `read` may only read."""

    message = "This token has read access only."

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Allow every session, and tokens within their scope."""
        token: Any = request.auth
        if not isinstance(token, ApiToken) or request.method in permissions.SAFE_METHODS:
            return True
        return token.scope == ApiToken.Scope.WRITE


class RequestThrottle(BaseThrottle):
    """Limits the requests of one person to the API, by session and tokens together."""

    requests = SharedLimit(MINUTE)

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request; one without a person is refused by the permissions."""
        if not isinstance(request.user, User):
            return True
        return self.requests.count_attempt(f"api:{request.user.pk}", settings.API_REQUESTS_PER_MINUTE)

    def wait(self) -> float:
        """Return the seconds until requests count anew."""
        return _seconds_left(MINUTE)


def _seconds_left(within: int) -> float:
    return within - time() % within
