"""How the API says what went wrong."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import DataError, IntegrityError
from rest_framework.response import Response
from rest_framework.views import exception_handler

from annotation_site.projects.exceptions import DomainError


def answer_api_error(error: Exception, context: dict[str, Any]) -> Response | None:
    """Turn domain errors, and what the database or the parser refuses, into JSON; everything else is DRF's."""
    if isinstance(error, DomainError):
        return Response({"code": error.code, "detail": error.sentence, **error.details}, status=error.status)
    if isinstance(error, (IntegrityError, DataError)):
        return Response(
            {
                "code": "invalid",
                "detail": "The data base refused this: a value is out of range or already there.",
            },
            status=400,
        )
    if isinstance(error, RequestDataTooBig):
        return Response({"code": "too_large", "detail": "The request is too large."}, status=413)
    return exception_handler(error, context)
