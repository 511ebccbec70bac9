"""Forms that were sent: telling what became of them."""

from collections.abc import Callable
from http import HTTPStatus
from urllib.parse import urlsplit, urlunsplit

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from annotation_site.web.addresses import is_own_address
from annotation_site.web.api.errors import is_api

NOT_SIGNED_IN = gettext_noop("You are not signed in. Nothing was saved. Sign in and send the form again.")


class LostFormsMiddleware:
    """Tells who sends a form after their session ended that nothing was saved, and lets the sign-in page lead back to
    the page with the form: the address that takes it has no page. Who opens such an address is told so.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        is_opened = request.method == "GET" and not is_api(request)
        if is_opened and response.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            sentence = _("There is no page at this address.")
            page = render(request, "web/error.html", {"sentence": sentence}, status=response.status_code)
            page["Allow"] = response["Allow"]
            return page
        page_of_form = request.headers.get("Referer", "")
        if _leads_back_to_a_form(request, response) and is_own_address(request, page_of_form):
            messages.warning(request, _(NOT_SIGNED_IN))
            sender = urlsplit(page_of_form)
            return redirect_to_login(urlunsplit(("", "", sender.path, sender.query, "")))
        return response


def _leads_back_to_a_form(request: HttpRequest, response: HttpResponse) -> bool:
    """Return whether the sign-in page would open by GET the address to which a person has sent a form."""
    if request.method != "POST" or response.status_code != HTTPStatus.FOUND or "HX-Request" in request.headers:
        return False
    return not request.user.is_authenticated and response["Location"] == redirect_to_login(request.get_full_path()).url
