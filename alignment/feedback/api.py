"""The shape of feedback on a link in the API."""

from rest_framework import serializers

from annotation_site.feedback.schemas import PlaceFeedback


class LinkFeedback(PlaceFeedback):
    """One link on which the reading and gold differ, or that has a reply."""

    source = serializers.IntegerField(source="source_index")  # type: ignore[assignment]  # a word, not where a value comes from
    target = serializers.IntegerField(source="target_index")
    kind = serializers.CharField(help_text="One of: label differs, missing, not in gold, as gold.")
    own = serializers.CharField()
    gold = serializers.CharField()
