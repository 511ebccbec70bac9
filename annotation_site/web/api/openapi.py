"""Operations and their errors in the OpenAPI document."""

from collections.abc import Callable, Mapping
from typing import Any

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework import serializers


class Problem(serializers.Serializer[Any]):
    """The reason why a request was refused."""

    code = serializers.CharField(help_text="Error code for programs.")
    detail = serializers.CharField(help_text="Error message for people.")


REFUSALS = {
    400: "The request is not valid.",
    401: "Not signed in, or the token is not valid.",
    403: "The role, or the token's scope, does not allow this.",
    404: "The object does not exist, or you have no access to it.",
    409: "The object has changed since, or its state does not allow this.",
    413: "The request is too large.",
    415: "Send JSON, or multipart for files.",
    429: "A quota or the limit of requests is exceeded.",
}


def describe(
    operation_id: str,
    *,
    answers: Mapping[Any, Any],
    request: Any = None,
    refusals: dict[int, Any] | None = None,
    conflicts: bool = False,
    **more: Any,
) -> Callable[[Any], Any]:
    """Name and describe one operation; the usual errors are added, and `refusals` replaces some of them."""
    responses: dict[int, Any] = dict.fromkeys((400, 401, 403, 404, 429), Problem)
    if request is not None:
        responses |= dict.fromkeys((409, 413, 415), Problem)
    if conflicts:
        responses[409] = Problem
    responses |= refusals or {}
    described = {
        status: OpenApiResponse(problem, description=REFUSALS[status]) for status, problem in responses.items()
    }
    return extend_schema(operation_id=operation_id, request=request, responses={**answers, **described}, **more)
