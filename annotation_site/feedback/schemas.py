"""The shape of a place of feedback in the API, apart from the routes: workers load it with the kinds of annotation."""

from typing import Any

from rest_framework import serializers


class PlaceFeedback(serializers.Serializer[Any]):
    """A place at which work and gold differ, or that has a reply; a kind adds what both have there."""

    place = serializers.CharField(source="place.key", help_text="By which a reply names it.")
    note = serializers.CharField(source="place.note", help_text="The adjudicator's reason; empty without one.")
    reply = serializers.CharField(
        source="place.reply.state", default=None, help_text="acknowledged, disputed, answered or null."
    )
    text = serializers.CharField(source="place.reply.text", default="", help_text="The annotator's dispute.")
    answer = serializers.CharField(source="place.reply.answer", default="")
