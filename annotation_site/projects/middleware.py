"""Who changed a row, and domain errors as pages."""

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from pghistory.middleware import HistoryMiddleware

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


class ActorHistoryMiddleware(HistoryMiddleware):
    """Notes who changed a tracked row, and never the address: that of an invitation is its secret."""

    def get_context(self, request: HttpRequest) -> dict[str, Any]:
        """The person's key."""
        return {"user": super().get_context(request)["user"]}

    def __call__(self, request: HttpRequest) -> HttpResponse:
        # The editor's saves touch no tracked row, and their own history is the operations.
        if request.path.endswith("/operations/"):
            return self.get_response(request)
        return super().__call__(request)
