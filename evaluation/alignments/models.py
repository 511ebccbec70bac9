"""Alignments of a test set's source with its reference or with a system's translation."""

from django.db import models
from django.db.models import Q

from annotation_site.jobs.models import Upload
from annotation_site.releases.models import Release
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation


class WordAlignment(models.Model):
    """Links between the source and one system's translations, or between source and first reference.

    Measures of aligned words rest on it, so there is one of each and it does not change.
    """

    test_set = models.ForeignKey(TestSet, on_delete=models.PROTECT, related_name="word_alignments")
    translation = models.OneToOneField(
        Translation,
        on_delete=models.PROTECT,
        null=True,
        related_name="word_alignment",
        help_text="Null: the reference.",
    )
    upload = models.ForeignKey(Upload, on_delete=models.PROTECT, null=True, related_name="+")
    release = models.ForeignKey(
        Release, on_delete=models.PROTECT, null=True, related_name="+", help_text="Where the links are of its gold."
    )
    sha256 = models.CharField(max_length=64, help_text="Of the files and of how they are read.")
    link_count = models.PositiveIntegerField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["test_set"], condition=Q(translation=None), name="one_alignment_of_the_reference"
            ),
            models.CheckConstraint(
                # Neither, once the project of the release was deleted.
                condition=Q(upload=None) | Q(release=None),
                name="an_alignment_is_not_of_a_file_and_of_a_release",
            ),
        ]

    def __str__(self) -> str:
        return f"Alignment of {self.translation or f'the reference of {self.test_set}'}"


class AlignedSegment(models.Model):
    """One segment of an alignment: the places of its tokens, and the links between them."""

    # No index of its own: a constraint or index of the table begins with the same column.
    alignment = models.ForeignKey(WordAlignment, on_delete=models.CASCADE, related_name="segments", db_index=False)
    number = models.PositiveIntegerField(help_text="Of the segment.")
    source_places = models.JSONField(help_text="Pairs of code points, end excluded, one per token.")
    target_places = models.JSONField(help_text="The same in the translation, or the first reference.")
    links = models.JSONField(help_text="Pairs of token indices from 0, source and target.")

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["alignment", "number"], name="one_aligned_segment")]

    def __str__(self) -> str:
        return f"Segment {self.number}"
