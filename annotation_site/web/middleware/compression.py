"""Compression of pages on their way to the browser."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest, HttpResponseBase
from django.middleware.gzip import GZipMiddleware

View = Callable[..., HttpResponseBase]


def shows_secret(view: View) -> View:
    """Keep a view's pages from being compressed."""

    @wraps(view)
    def respond(*args: Any, **named: Any) -> HttpResponseBase:
        response = view(*args, **named)
        response.shows_secret = True  # type: ignore[attr-defined]  # read by the middleware
        return response

    return respond


class PageCompressionMiddleware(GZipMiddleware):
    """Compresses pages, which are a quarter as large then. Files keep their length, and answers to saves are too short
    to gain from it.

    The length of a compressed page could tell a secret in it to somebody who has their own words put beside it
    (BREACH). The form token is masked anew in each page, Django pads each answer by a random number of bytes, and pages
    with another secret stay as they are: those of signing in, and those that say so, such as links of invitation.
    """

    def process_response(self, request: HttpRequest, response: HttpResponseBase) -> HttpResponseBase:
        """Compress a page if the browser asks for it."""
        is_page = response.headers.get("Content-Type", "").startswith("text/html")
        has_secret = request.path.startswith("/accounts/") or getattr(response, "shows_secret", False)
        if response.streaming or not is_page or has_secret:
            return response
        return super().process_response(request, response)
