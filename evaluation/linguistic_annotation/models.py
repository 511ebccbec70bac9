"""Lemmas and parts of speech that came with texts of a test set."""

from django.db import models

from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation


class LinguisticAnnotation(models.Model):
    """A text of a test set with lemmas and parts of speech: its source, a reference, or a system output."""

    test_set = models.ForeignKey(TestSet, on_delete=models.CASCADE, related_name="linguistic_annotations")
    translation = models.OneToOneField(
        Translation, on_delete=models.CASCADE, related_name="linguistic_annotation", null=True
    )
    part = models.CharField(max_length=20, blank=True, help_text="source, reference-0, …; blank of a translation.")
    sha256 = models.CharField(max_length=64, help_text="Of the words with what is known of them.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["test_set", "part"], condition=~models.Q(part=""), name="linguistic_part_once"
            ),
            models.CheckConstraint(
                condition=models.Q(part="") ^ models.Q(translation__isnull=True), name="linguistic_part_or_translation"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} with lemmas"

    @property
    def name(self) -> str:
        """Return the text's name as pages show it: source, reference, reference 2, or the system's name."""
        if self.translation is not None:
            return self.translation.system.name
        part, _, index = self.part.partition("-")
        return f"{part} {int(index) + 1}" if index not in ("", "0") else part


class LinguisticSentence(models.Model):
    """The words of one segment of a text with linguistic annotation."""

    # No index of its own: a constraint or index of the table begins with the same column.
    text = models.ForeignKey(LinguisticAnnotation, on_delete=models.CASCADE, related_name="sentences", db_index=False)
    number = models.PositiveIntegerField(help_text="Of the segment.")
    words = models.JSONField(help_text="Form, lemma and part of speech of each; null where it is not known.")
    lines = models.TextField(
        blank=True, default="", db_default="", help_text="Of a source in CoNLL-U, as they were read: every column."
    )

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["text", "number"], name="linguistic_sentence_once")]

    def __str__(self) -> str:
        return f"Segment {self.number}"
