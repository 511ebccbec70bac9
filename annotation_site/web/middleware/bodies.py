"""Limits of bodies, and the views that receive files."""

from collections.abc import Callable
from typing import Any, TypeVar

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext as _

from annotation_site.web.api.errors import is_api
from annotation_site.web.middleware.sent_forms import NOT_SIGNED_IN

View = TypeVar("View", bound=Callable[..., Any])

# The import page takes two files at once; around them a form has boundaries and a few fields.
MOST_FILES = 2
ROOM_FOR_FIELDS = 4 * 1024 * 1024


def takes_files(view: View) -> View:
    """Let a view receive files; a class of the API says so by an attribute of this name."""
    view.takes_files = True  # type: ignore[attr-defined]  # read by the middleware
    return view


class BodyLimitMiddleware:
    """Refuses a large body by its announced length. Stands before the check of a form's token, which would first write
    files to disk for any sender; a body without a length is empty to Django.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        return self.get_response(request)

    def process_view(
        self, request: HttpRequest, view: Callable[..., Any], args: Any, kwargs: Any
    ) -> HttpResponse | None:
        """Return a refusal, or None for the view to go on."""
        announced = request.META.get("CONTENT_LENGTH") or "0"
        length = int(announced) if announced.isdecimal() else 0
        if length <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE:
            return None
        expects_file = getattr(getattr(view, "cls", view), "takes_files", False)
        if not expects_file or length > MOST_FILES * settings.UPLOAD_LIMIT_BYTES + ROOM_FOR_FIELDS:
            return _refuse(request, _("The request is too large."))
        # The API asks who it is, session or token, before it reads.
        if not is_api(request) and not request.user.is_authenticated:
            return _refuse(request, _(NOT_SIGNED_IN))
        return None


def _refuse(request: HttpRequest, sentence: str) -> HttpResponse:
    if is_api(request):
        return JsonResponse({"code": "too_large", "detail": sentence}, status=413)
    return render(request, "web/error.html", {"sentence": sentence}, status=413)
