"""Texts that a browser keeps until a form with them has been taken: telling it so."""

import re
from collections.abc import Callable
from http import HTTPStatus

from django.conf import settings
from django.contrib.messages import ERROR, get_messages
from django.http import HttpRequest, HttpResponse

# Read and deleted by static/site/unsent/storage.js on the next page, whichever that is.
COOKIE = "taken_texts"
SECONDS = 3_600
# Numbers that the browser has made: one for each text of a form.
_NAMES = re.compile(r"[0-9a-f-]{36}(?:\.[0-9a-f-]{36}){0,99}")


class TypedTextsMiddleware:
    """Names in a cookie the typed texts of a form that has been taken, so that the browser forgets them. They are kept
    where the form was refused, on its page or by a message on another, and where the answer is lost.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        if request.method == "POST" and _is_taken(response):
            names = request.POST.get("typed_texts", "")
            if _NAMES.fullmatch(names) and request.user.is_authenticated and not _tells_of_trouble(request):
                response.set_cookie(
                    COOKIE, names, max_age=SECONDS, samesite="Lax", secure=settings.SESSION_COOKIE_SECURE
                )
        return response


def _is_taken(response: HttpResponse) -> bool:
    """Return whether the answer is that to a form that was taken: another page, or a secret that is shown only once."""
    shows_secret = response.status_code == HTTPStatus.OK and getattr(response, "shows_secret", False)
    return response.status_code == HTTPStatus.FOUND or shows_secret


def _tells_of_trouble(request: HttpRequest) -> bool:
    # Only what this request says; and iterating over the storage would count its messages as shown.
    return any(message.level >= ERROR for message in get_messages(request)._queued_messages)  # type: ignore[union-attr]
