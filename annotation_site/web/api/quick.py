"""The short way of the steps that annotators take all day from our own pages.

Of a save, half of the time went into middleware and into choices among formats, which a page's step does not need.
"""

import re
from collections.abc import Callable
from functools import cached_property, lru_cache
from typing import Any, cast

from django.conf import settings
from django.core.handlers.exception import convert_exception_to_response, response_for_exception
from django.http import HttpRequest, HttpResponse
from django.urls import Resolver404, ResolverMatch, resolve
from django.utils.cache import patch_vary_headers
from rest_framework.authentication import CSRFCheck
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response
from rest_framework.views import APIView

from annotation_site.accounts.models import User
from annotation_site.accounts.sessions import find_person
from annotation_site.languages.middleware import LanguageMiddleware
from annotation_site.server.database import watch
from annotation_site.web.api.parsers import parse_strictly
from annotation_site.web.middleware.actors import ActorHistoryMiddleware

JSON, BEGINNING = "application/json", "/api/v1/"
ADDRESSES_KEPT = 4096
_SESSION_KEY = re.compile("[a-z0-9]{32}")
_csrf = CSRFCheck(lambda request: HttpResponse())
_renderer = JSONRenderer()


class PageRequest:
    """The part of a request that a view needs, of a page that sent it."""

    # A session, as DRF tells its permissions.
    auth, authenticators = None, ()

    def __init__(self, request: HttpRequest) -> None:
        self._request, self.user, self.method = request, cast(User, request.user), request.method

    @cached_property
    def data(self) -> Any:
        """The body; refused when it is asked for, as DRF does."""
        return parse_strictly(self._request.body)


class QuickView(APIView):
    """A view whose steps come from our own pages: JSON from a signed-in browser, answered by JSON.

    Such a request is admitted by the same rules as any other. Every other request, and every refusal, is DRF's.
    """

    def answer_page(self, request: HttpRequest, match: ResolverMatch) -> HttpResponse:
        """Answer a step of a page in a quarter of DRF's time."""
        asked = cast(Any, PageRequest(request))
        try:
            self.check_permissions(asked)
            self.check_throttles(asked)
            answer: Response = cast(Any, self).post(asked, *match.args, **match.kwargs)
            answer.content = _renderer.render(answer.data)
        except Exception as error:
            self.args, self.kwargs, self.headers = match.args, match.kwargs, self.default_response_headers
            self.request = self.initialize_request(request, *match.args, **match.kwargs)
            refusal = self.finalize_response(self.request, self.handle_exception(error), *match.args, **match.kwargs)
            return refusal.render()
        if answer.data is None:
            del answer["Content-Type"]
        else:
            answer["Content-Type"] = JSON
        answer["Allow"] = self.default_response_headers["Allow"]
        return answer


class ShortWayMiddleware:
    """Answers steps of pages itself, and hands every other request on.

    What stands before it holds for every answer. What stands behind it is done here as far as it says anything about
    such a step: hosts, lengths, a silent database, form token, person, language, actor, caches. Static files,
    compression, messages and pages have nothing to do with it.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response
        answer: Any = convert_exception_to_response(_take_step)
        self._take_step = LanguageMiddleware(ActorHistoryMiddleware(answer))

    def __call__(self, request: HttpRequest) -> HttpResponse:
        match = _match_step(request)
        if match is None:
            return self.get_response(request)
        try:
            person = find_person(request.COOKIES[settings.SESSION_COOKIE_NAME])
        except Exception as error:
            return _complete(response_for_exception(request, error))
        if person is None:
            return self.get_response(request)
        request.user, request.resolver_match = person, match
        request.is_translated = getattr(match.func, "is_translated", False)  # type: ignore[attr-defined]
        return _complete(self._take_step(request))


def _complete(answer: HttpResponse) -> HttpResponse:
    answer["Cache-Control"] = "private, no-cache"
    answer["Content-Length"] = str(len(answer.content))
    patch_vary_headers(answer, ["Cookie"])
    return answer


def _take_step(request: HttpRequest) -> HttpResponse:
    match = cast(ResolverMatch, request.resolver_match)
    view: QuickView = cast(Any, match.func).view_class()
    return view.answer_page(request, match)


def _match_step(request: HttpRequest) -> ResolverMatch | None:
    """Return the route of a step that a browser has sent as JSON with its form token, and that takes JSON; None for
    everything else, of which the site's other parts decide what becomes of it.
    """
    given = request.META
    if request.method != "POST" or not request.path_info.startswith(BEGINNING) or watch.is_silent:
        return None
    length = given.get("CONTENT_LENGTH", "")
    is_plain = (
        given.get("CONTENT_TYPE") == JSON
        and given.get("HTTP_ACCEPT", "*/*") in ("*/*", JSON)
        and not given.get("QUERY_STRING")
        and "HTTP_AUTHORIZATION" not in given
        and length.isdecimal()
        and 0 < int(length) <= settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        and _SESSION_KEY.fullmatch(request.COOKIES.get(settings.SESSION_COOKIE_NAME, ""))
    )
    match = _find_route(request.path_info) if is_plain else None
    if match is None:
        return None
    request.get_host()  # refused here as everywhere, with the headers of every answer
    _csrf.process_request(request)
    return None if _csrf.process_view(request, cast(Any, None), (), {}) else match


@lru_cache(ADDRESSES_KEPT)
def _find_route(path: str) -> ResolverMatch | None:
    try:
        match = resolve(path)
    except Resolver404:
        return None
    return match if issubclass(getattr(match.func, "view_class", object), QuickView) else None
