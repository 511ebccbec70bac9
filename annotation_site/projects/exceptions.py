"""What can go wrong in the domain, and how the API says it; middleware.py says it in HTML."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.db import DataError, IntegrityError
from rest_framework.response import Response
from rest_framework.views import exception_handler


class DomainError(Exception):
    """A request that cannot be met, in one sentence for the person who made it."""

    status = 400
    code = "invalid"

    def __init__(self, sentence: str, **details: Any) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.details = details


class RoleRequired(DomainError):
    """The person belongs to the project but their role does not allow this."""

    status = 403
    code = "role_required"


class StaleVersion(DomainError):
    """Somebody, or another tab, saved first; `state` holds what is stored now."""

    status = 409
    code = "stale_version"


class NotEditable(DomainError):
    """The object is in a state that allows no change."""

    status = 409
    code = "not_editable"


class Untouched(DomainError):
    """Words remain that have neither a link nor a mark."""

    status = 400
    code = "untouched"


class LimitReached(DomainError):
    """A quota is used up; try later."""

    status = 429
    code = "limit_reached"


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
