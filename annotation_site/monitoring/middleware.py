"""Counting and logging of every request, and the address of the metrics."""

import logging
import re
from collections.abc import Callable
from functools import partial
from time import perf_counter
from typing import cast
from uuid import uuid4

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.encoding import escape_uri_path
from django.utils.functional import SimpleLazyObject

from annotation_site.monitoring.metrics import PATH, answer_scrape, is_scrape
from annotation_site.monitoring.queries.sessions import SLOW_REQUEST_SECONDS
from annotation_site.monitoring.services import note_slow_request
from annotation_site.server.counters import request_seconds, requests
from annotation_site.server.logs import lines_about

HEADER = "X-Request-ID"
# A proxy's own ids, UUIDs and traces fit; nothing that could be taken for another field of a line does.
_REQUEST_ID = re.compile(r"[A-Za-z0-9._-]{8,64}")
# A method is any word that somebody sends; each new one would be a new series for good.
METHODS = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
# Asked for every few seconds by machines.
NOT_LOGGED = (PATH, "/health/")
logger = logging.getLogger("interlinea.access")


class ObservedRequest(HttpRequest):
    """A request with an id, which tells what lines of the log about it say."""

    id: str
    # A function and not a method: the request would refer to itself, and live on until the garbage is collected.
    describe: "Callable[[ObservedRequest], dict[str, object]]"


class ObservingMiddleware:
    """Gives each request an id, counts it, and logs its answer; costs no statement of the database, but for an answer
    that took seconds.

    Stands before all others: durations are whole, and a scrape, which comes from inside under an address that is none
    of `ALLOWED_HOSTS` and without TLS, is neither refused nor redirected.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        began = perf_counter()
        given = request.META.get("HTTP_X_REQUEST_ID", "")
        seen = cast(ObservedRequest, request)
        seen.id = given if _REQUEST_ID.fullmatch(given) else uuid4().hex
        seen.describe = describe_request
        with lines_about(partial(describe_request, seen)):
            response = answer_scrape(request) if is_scrape(request) else self.get_response(request)
            response[HEADER] = seen.id
            self.record(request, response, perf_counter() - began)
        return response

    def record(self, request: HttpRequest, response: HttpResponse, seconds: float) -> None:
        """Count the answer and log it."""
        view = name_view(request)
        method = request.method if request.method in METHODS else "other"
        requests.labels(view, method, response.status_code).inc()
        request_seconds.labels(view, method).observe(seconds)
        if seconds >= SLOW_REQUEST_SECONDS and request.path not in NOT_LOGGED:
            note_slow_request(
                view=view, request_id=response[HEADER], seconds=seconds, was_stopped=hasattr(request, "was_stopped")
            )
        if settings.ACCESS_LOG and request.path not in NOT_LOGGED:
            fields = {"status": response.status_code, "seconds": round(seconds, 4), "view": view}
            # Without the query, in which people's own words may stand.
            logger.info("%s %s", method, escape_uri_path(request.path), extra={"fields": fields})


def name_view(request: HttpRequest) -> str:
    """Return the name of the route, a word from a short list."""
    if request.resolver_match is not None:
        return request.resolver_match.view_name
    if request.path == PATH:
        return "metrics"
    return "static" if request.path.startswith(settings.STATIC_URL) else "none"


def describe_request(request: ObservedRequest) -> dict[str, object]:
    """Return what lines about the request tell: the person and the project by then, as far as they are known."""
    fields: dict[str, object] = {"request_id": request.id}
    user = request.__dict__.get("user")
    if isinstance(user, SimpleLazyObject):  # asking it might ask the database
        user = request.__dict__.get("_cached_user")
    if (pk := getattr(user, "pk", None)) is not None:
        fields["user"] = pk
    if request.resolver_match is not None and (slug := request.resolver_match.kwargs.get("slug")):
        fields["project"] = slug
    return fields
