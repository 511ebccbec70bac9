"""The shape of sentence pairs in the API, for those who may see everyone's work."""

from rest_framework import serializers

from alignment.training.models import KnownGold
from annotation_site.assignments.models import Item


class ItemRow(serializers.ModelSerializer[Item]):
    """A pair: its text and the state of its annotation."""

    source_tokens = serializers.ListField(child=serializers.CharField(), source="sentence_pair.source_tokens")
    target_tokens = serializers.ListField(child=serializers.CharField(), source="sentence_pair.target_tokens")
    source_targets = serializers.ListField(child=serializers.IntegerField(), source="sentence_pair.source_target_words")
    target_targets = serializers.ListField(child=serializers.IntegerField(), source="sentence_pair.target_target_words")

    known_gold = serializers.ChoiceField(
        KnownGold.Use.choices,
        source="known_gold.use",
        default=None,
        allow_null=True,
        help_text="The use of a pair whose gold is known.",
    )

    assigned_count = serializers.IntegerField(help_text="Annotators who have it as work, submitted or not.")
    submitted_count = serializers.IntegerField(help_text="Submitted work, without training, checks and extra work.")

    class Meta:
        model = Item
        fields = (
            "number",
            "identifier",
            "state",
            "known_gold",
            "required_count",
            "assigned_count",
            "submitted_count",
            "source_tokens",
            "target_tokens",
            "source_targets",
            "target_targets",
        )
