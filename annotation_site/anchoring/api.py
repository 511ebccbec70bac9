"""A report on effects through the API."""

from typing import Any

from django.http import Http404
from rest_framework import serializers
from rest_framework.response import Response

from annotation_site.anchoring.jobs import StoredEffects


class AnchoringDetail(serializers.Serializer[Any]):
    """The last report; `is_current` is false if anybody has worked since."""

    is_current = serializers.BooleanField()
    computed_at = serializers.DateTimeField()
    report = serializers.JSONField()


def answer_effects(stored: StoredEffects | None) -> Response:
    """Return the report, or 404 before one was requested."""
    if stored is None:
        raise Http404("No report was computed yet.")
    return Response(AnchoringDetail(stored).data)
