"""Pages that nobody else may see again, and those of accounts."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _


class PrivatePagesMiddleware:
    """Keeps pages of signed-in people out of shared caches, and after sign-out out of the browser's own: the Back
    button would show them to the next person. Unsaved work in the browser's storage is not affected.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if getattr(request, "has_signed_out", False):
            response["Clear-Site-Data"] = '"cache"'
        elif request.session.accessed and not response.has_header("Cache-Control"):
            response["Cache-Control"] = "private, no-cache"
        return response


class AccountPagesMiddleware:
    """Keeps participants without an account away from account pages: with a password, an address, a token or an
    invitation they would give themselves an account without an invitation.
    """

    PAGES = ("/accounts/", "/account/", "/invitation/", "/invitations/", "/projects/new/")

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.sign_out = reverse("account_logout")

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if not request.path.startswith(self.PAGES) or request.path == self.sign_out:
            return self.get_response(request)
        if not request.user.is_authenticated or request.user.has_account:
            return self.get_response(request)
        sentence = _(
            "You take part through a link, without an account, and cannot open this page. If you have an account, "
            "keep your return link, sign out, and sign in."
        )
        return render(request, "web/error.html", {"sentence": sentence}, status=403)
