"""The shape of passages in the API, for those who may see everyone's work."""

from rest_framework import serializers

from annotation_site.assignments.models import Item


class PassageRow(serializers.ModelSerializer[Item]):
    """A passage: its sentences as CoNLL-U, and the state of its annotation."""

    document = serializers.CharField(source="passage.document", allow_blank=True)
    word_count = serializers.IntegerField(source="passage.word_count")
    sentences = serializers.SerializerMethodField(help_text="The lines of each sentence.")

    class Meta:
        model = Item
        fields = (
            "number",
            "identifier",
            "state",
            "required_count",
            "assigned_count",
            "submitted_count",
            "document",
            "word_count",
            "sentences",
        )

    def get_sentences(self, item: Item) -> list[str]:
        return [sentence.lines for sentence in item.passage.sentences.all()]
