"""Errors of the API: always `code` for programs and `detail`, one sentence, for people.

Errors before or outside a view of the API (`handler404` and its kin in the site's routes) are answered in the same form
under /api/, and by a page elsewhere.
"""

import re
from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.db import DataError, IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.utils.translation import gettext as _
from django.views import defaults
from rest_framework.exceptions import APIException, ParseError, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from annotation_site.web.exceptions import DomainError

# What `get_object_or_404` says, for developers.
_DJANGO_SAYS = re.compile(r"No \w+ matches the given query\.")


def answer_api_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Return domain errors, and refusals of the database or parser, as JSON; other errors are DRF's, in our form."""
    if isinstance(error, DomainError):
        return Response({"code": error.code, "detail": error.sentence, **error.details}, status=error.status)
    if isinstance(error, (IntegrityError, DataError)):
        return _refuse("invalid", "The database rejected the request: a value is out of range or already exists.")
    if isinstance(error, RequestDataTooBig):
        return _refuse("too_large", _("The request is too large."), status=413)
    if isinstance(error, SuspiciousOperation):
        return _refuse("invalid", _("The request is not valid."))
    if isinstance(error, Http404) and _DJANGO_SAYS.fullmatch(str(error)):
        return _refuse("not_found", "It does not exist, or you have no access to it.", status=404)
    response = exception_handler(error, context)
    if response is None:
        return None
    if isinstance(error, ValidationError):
        response.data = {"code": "invalid", "detail": first_sentence(error.detail), "fields": response.data}
    elif isinstance(error, ParseError):
        response.data = {"code": "invalid", "detail": str(error.detail)}
    else:
        code = error.default_code if isinstance(error, APIException) else _code_of(response.status_code)
        response.data = {"code": code, **response.data}
    return response


def is_api(request: HttpRequest) -> bool:
    """Return whether the request is for the API."""
    return request.path.startswith("/api/")


def answer_unreadable(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400."""
    if is_api(request):
        return JsonResponse({"code": "invalid", "detail": _("The request is not valid.")}, status=400)
    return defaults.bad_request(request, exception)


def answer_unknown_address(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 404."""
    if is_api(request):
        sentence = "There is no resource at this URL. See /api/v1/schema/."
        return JsonResponse({"code": "not_found", "detail": sentence}, status=404)
    return defaults.page_not_found(request, exception)


def answer_fault(request: HttpRequest) -> HttpResponse:
    """Answer 500."""
    if is_api(request):
        sentence = _("Server error. Everything confirmed as saved is safe. Try again in a minute.")
        return JsonResponse({"code": "fault", "detail": sentence}, status=500)
    return defaults.server_error(request)


def first_sentence(detail: Any, name: str = "") -> str:
    """Return the first error of a serializer, with the field it is about."""
    if isinstance(detail, dict):
        field, inner = next(iter(detail.items()))
        return first_sentence(inner, "" if field == "non_field_errors" else str(field))
    if isinstance(detail, list):
        return first_sentence(next((inner for inner in detail if inner), ""), name)
    return f"{name}: {detail}" if name else str(detail)


def _code_of(status: int) -> str:
    return "not_found" if status == 404 else "permission_denied"


def _refuse(code: str, sentence: str, status: int = 400) -> Response:
    return Response({"code": code, "detail": sentence}, status=status)
