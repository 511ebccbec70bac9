"""A quicker sign-in of test clients, which nearly every test of a page or of the API begins with."""

from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest
from django.test import Client

from annotation_site.accounts.models import User
from annotation_site.accounts.sessions import SessionStore


def sign_in_quickly() -> None:
    """Store one session for a new client: Django's own stores an empty one, too, and deletes it."""
    replace_session = Client._login  # type: ignore[attr-defined]

    def sign_in(client: Client, user: User, backend: str | None = None) -> None:
        if settings.SESSION_COOKIE_NAME in client.cookies:
            replace_session(client, user, backend)
            return
        request = HttpRequest()
        request.session = SessionStore()
        login(request, user, backend)
        request.session.save()
        client._set_login_cookies(request)  # type: ignore[attr-defined]

    Client._login = sign_in  # type: ignore[attr-defined]
