"""Authentication of programs and browsers in the API, and the scopes of tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.utils import timezone
from rest_framework import authentication, permissions
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from annotation_site.accounts.models import ApiToken, User, digest_secret

if TYPE_CHECKING:  # rest_framework.views reads the settings that name this module
    from rest_framework.views import APIView

LAST_USED_PRECISION_SECONDS = 60


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
            raise AuthenticationFailed("This token is unknown, revoked or expired.")
        self._note_use(token)
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """Return the challenge that makes DRF answer 401 instead of 403."""
        return "Bearer"

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
