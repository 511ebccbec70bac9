"""Fields of figures in the API."""

from rest_framework import serializers


def figure() -> serializers.FloatField:
    """Return a field for a number that is null where it is undefined."""
    return serializers.FloatField(allow_null=True)
