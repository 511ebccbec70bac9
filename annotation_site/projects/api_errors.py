"""How the API says what went wrong: always `code` for programs and `detail`, one sentence, for people."""

from typing import Any

from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.db import DataError, IntegrityError
from rest_framework.exceptions import APIException, ParseError, ValidationError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from annotation_site.projects.exceptions import DomainError


def answer_api_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn domain errors, and what database or parser refuse, into JSON; the rest is DRF's, put into our form."""
    if isinstance(error, DomainError):
        return Response({"code": error.code, "detail": error.sentence, **error.details}, status=error.status)
    if isinstance(error, (IntegrityError, DataError)):
        return _refuse("invalid", "The database refused this: a value is out of range or already there.")
    if isinstance(error, RequestDataTooBig):
        return _refuse("too_large", "The request is too large.", status=413)
    if isinstance(error, SuspiciousOperation):
        return _refuse("invalid", "The request could not be read.")
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


def first_sentence(detail: Any, name: str = "") -> str:
    """The first complaint of a serializer, with the field it is about."""
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
