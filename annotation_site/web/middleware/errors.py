"""Refusals as pages."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotation_site.web.exceptions import DomainError


class DomainErrorMiddleware:
    """Renders a DomainError raised by a view as a page, or as a fragment for htmx."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Return an answer for domain errors; Django handles any other error."""
        if not isinstance(error, DomainError):
            return None
        template = "web/_error.html" if request.headers.get("HX-Request") else "web/error.html"
        return render(request, template, {"sentence": error.sentence}, status=error.status)
