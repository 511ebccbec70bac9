"""Answers while the database is busy or away: 503 with a sentence, and when to come back."""

import errno
import sys
from collections.abc import Callable

from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.template.loader import render_to_string
from django.utils.translation import gettext, gettext_noop

from annotation_site.languages.locales import using_locale
from annotation_site.languages.queries import find_locale_after_failure
from annotation_site.server.database import watch
from annotation_site.server.object_store import is_of_object_store
from annotation_site.web.api.errors import answer_fault, is_api

RETRY_SECONDS = 5
STOPPED = "57014"
AWAY = gettext_noop("The database does not respond. Everything confirmed as saved is safe. Try again in a minute.")
FULL = gettext_noop("The server has run out of disk space. Nothing was changed. Contact the site administrator.")
STORE_AWAY = gettext_noop("The file store does not answer. Nothing was changed. Try again in a minute.")
# By SQLSTATE; its first two characters stand for a class.
REASONS = {
    "55P03": gettext_noop(
        "Somebody else is changing this at the moment. Nothing of yours was changed. Try again in a few seconds."
    ),
    STOPPED: gettext_noop(
        "This took too long and was stopped. Nothing was changed. Try again with a smaller selection."
    ),
    "53": gettext_noop("The database has no room or no free connection. Nothing was changed. Try again in a minute."),
    "57P": AWAY,
    "08": AWAY,
}


def explain_unavailability(error: BaseException | None) -> str:
    """Return what to tell a person whose request the database or the file store could not serve now; empty for other
    errors.
    """
    if isinstance(error, OSError) and error.errno in (errno.ENOSPC, errno.EDQUOT):
        return FULL
    if is_of_object_store(error):
        return STORE_AWAY
    if not isinstance(error, (OperationalError, InterfaceError)):
        return ""
    code = getattr(error.__cause__, "pgcode", None)
    if code is None:  # the connection was refused, cut or closed
        return AWAY
    return next((sentence for start, sentence in REASONS.items() if code.startswith(start)), "")


def answer_unavailable(request: HttpRequest, sentence: str) -> HttpResponse:
    """Answer 503 in the browser's language; nothing on the page needs the database."""
    with using_locale(find_locale_after_failure(request)):
        return _answer_unavailable(request, gettext(sentence))


def _answer_unavailable(request: HttpRequest, sentence: str) -> HttpResponse:
    answer: HttpResponse
    if is_api(request):
        answer = JsonResponse({"code": "unavailable", "detail": sentence}, status=503)
    elif request.headers.get("HX-Request"):
        answer = HttpResponse(render_to_string("web/_error.html", {"sentence": sentence}), status=503)
    else:
        answer = HttpResponse(render_to_string("503.html", {"sentence": sentence}), status=503)
    answer["Retry-After"] = str(RETRY_SECONDS)
    return answer


def answer_failure(request: HttpRequest) -> HttpResponse:
    """Answer 503 where the database could not serve the request now, 500 after any other error."""
    error = sys.exception()
    sentence = explain_unavailability(error)
    if sentence:
        if getattr(getattr(error, "__cause__", None), "pgcode", None) == STOPPED:
            request.was_stopped = True  # type: ignore[attr-defined]  # its own layer records that
        return answer_unavailable(request, sentence)
    with using_locale(find_locale_after_failure(request)):
        return answer_fault(request)


class SilentDatabaseMiddleware:
    """Answers at once while the database hangs, so that no thread of the web server waits for it; health has its own
    view.
    """

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponse]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponse:
        if watch.is_silent and request.path != "/health/":
            return answer_unavailable(request, AWAY)
        return self.get_response(request)
