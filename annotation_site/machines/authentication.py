"""Authentication of a machine's program, which is no person: other addresses of the site do not know its key."""

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from rest_framework import authentication, permissions
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated
from rest_framework.request import Request
from rest_framework.views import APIView

from annotation_site.accounts.authentication import RequestThrottle, TokenAuthentication
from annotation_site.accounts.models import digest_secret
from annotation_site.machines.models import MachineKey
from annotation_site.projects.access import Group


class KeyAuthentication(TokenAuthentication):
    """`Authorization: Bearer <key>`; the key is looked up by its digest."""

    def authenticate(self, request: Request) -> tuple[AnonymousUser, MachineKey] | None:  # type: ignore[override]
        """Return the key, and nobody as its person; None without a key."""
        words = authentication.get_authorization_header(request).split()
        if not words:
            return None
        if len(words) != 2 or words[0].lower() != b"bearer":
            raise AuthenticationFailed("The header must be: Authorization: Bearer KEY.")
        keys = MachineKey.objects.usable().select_related("machine__project", "created_by")
        key = keys.filter(digest=digest_secret(words[1].decode("latin-1"))).first()
        if key is None:
            self._count_miss(request)
            raise AuthenticationFailed("This key is unknown, revoked or expired.")
        return AnonymousUser(), key


class HasKey(permissions.BasePermission):
    """Programs with the key of a machine, and nobody else."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        """Return whether the request came with a key."""
        return isinstance(request.auth, MachineKey)


def _require_key(request: Request) -> None:
    if not isinstance(request.auth, MachineKey):
        raise NotAuthenticated


MACHINES = Group("machines", _require_key, needs_person=False)


class KeyThrottle(RequestThrottle):
    """Limits the requests of one machine."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Count the request; one without a key is refused by the permissions."""
        if not isinstance(request.auth, MachineKey):
            return True
        return self.requests.count_attempt(f"machine:{request.auth.machine_id}", settings.API_REQUESTS_PER_MINUTE)
