"""Domain errors as pages: the sentence, the right status, and a way back."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from annotation_site.projects.exceptions import DomainError


class DomainErrorMiddleware:
    """Renders a DomainError raised by a view as a page, or as a fragment for htmx."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, error: Exception) -> HttpResponse | None:
        """Answer domain errors; any other error goes on to Django."""
        if not isinstance(error, DomainError):
            return None
        template = "projects/_error.html" if request.headers.get("HX-Request") else "projects/error.html"
        return render(request, template, {"sentence": error.sentence}, status=error.status)
