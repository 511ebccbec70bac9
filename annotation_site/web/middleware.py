"""Middleware: content policy, limits of bodies, private pages, errors and lost forms as pages, actors of changes."""

import re
from collections.abc import Callable
from functools import cache, partial
from http import HTTPStatus
from typing import Any, TypeVar
from urllib.parse import urlsplit, urlunsplit

from csp.constants import HEADER
from csp.utils import build_policy
from django.apps import apps
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.db import connection
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop
from pghistory.middleware import HistoryMiddleware
from pghistory.models import Event

from annotation_site.web.addresses import is_own_address
from annotation_site.web.api.errors import is_api
from annotation_site.web.exceptions import DomainError

View = TypeVar("View", bound=Callable[..., Any])

# The import page takes two files at once; around them a form has boundaries and a few fields.
MOST_FILES = 2
ROOM_FOR_FIELDS = 4 * 1024 * 1024
NOT_SIGNED_IN = gettext_noop("You are not signed in. Nothing was saved. Sign in and send the form again.")


def takes_files(view: View) -> View:
    """Let a view receive files; a class of the API says so by an attribute of this name."""
    view.takes_files = True  # type: ignore[attr-defined]  # read by the middleware
    return view


class ContentPolicyMiddleware:
    """Sends the content policy, which is one and the same for all answers: django-csp would build it for each."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        self.policy = build_policy()

    def __call__(self, request: HttpRequest) -> HttpResponse:
        response = self.get_response(request)
        response.headers.setdefault(HEADER, self.policy)
        return response


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
            sentence = _("This address takes a form and has no page of its own.")
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


class ActorHistoryMiddleware(HistoryMiddleware):
    """Records who changed a tracked row, but not the URL: that of an invitation is its secret."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        def respond(request: HttpRequest) -> HttpResponse:
            if request.method in settings.PGHISTORY_MIDDLEWARE_METHODS:
                name_actor = connection.execute_wrappers.pop()
                connection.execute_wrappers.append(partial(_only_for_tracked, name_actor))
            return get_response(request)

        super().__init__(respond)

    def get_context(self, request: HttpRequest) -> dict[str, Any]:
        """Return the person's id."""
        return {"user": super().get_context(request)["user"]}


def _only_for_tracked(
    name_actor: Callable[..., Any], execute: Callable[..., Any], sql: str, params: Any, many: Any, context: Any
) -> Any:
    """Name the actor to the database only with statements about tracked tables, which most are not."""
    if _tracked_tables().search(sql):
        return name_actor(execute, sql, params, many, context)
    return execute(sql, params, many, context)


@cache
def _tracked_tables() -> re.Pattern[str]:
    tracked: list[Any] = [model.pgh_tracked_model for model in apps.get_models() if issubclass(model, Event)]
    return re.compile(rf"\b(?:{'|'.join(model._meta.db_table for model in tracked)})\b")
