"""Requests that take effect once, however often they are sent."""

from typing import Any

from rest_framework import serializers


class OperationRequest(serializers.Serializer[Any]):
    """A step of a person."""

    operation_id = serializers.UUIDField(help_text="Made anew for every action; the same one again is applied once.")


class JobRequest(serializers.Serializer[Any]):
    """A request for a job."""

    request_id = serializers.UUIDField(
        help_text="Client-generated UUID. Repeating a request with the same ID returns the same job."
    )
