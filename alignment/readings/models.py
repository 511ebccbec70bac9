"""One annotator's reading: links, and marks of words without counterpart."""

from django.db import models
from django.db.models import Q

from alignment.pairs.token_range import keep_in_range
from annotation_site.assignments.models import Assignment

LABELS = [("S", "Sure"), ("P", "Possible")]


class AlignmentLink(models.Model):
    """One cell of one annotator's reading."""

    class Origin(models.TextChoices):
        MANUAL = "manual", "Drawn"
        SUGGESTION = "suggestion", "Accepted suggestion"

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="links", db_index=False)
    source_index = models.PositiveSmallIntegerField()
    target_index = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=1, choices=LABELS)
    origin = models.CharField(max_length=10, choices=Origin, default=Origin.MANUAL)

    class Meta:
        ordering = ["source_index", "target_index"]
        constraints = [
            models.UniqueConstraint(fields=["assignment", "source_index", "target_index"], name="one_link_per_cell"),
            models.CheckConstraint(condition=Q(label__in=["S", "P"]), name="link_label_s_or_p"),
            models.CheckConstraint(condition=Q(origin__in=["manual", "suggestion"]), name="link_origin_known"),
        ]
        triggers = keep_in_range("assignment_id", "max(source_index)", "max(target_index)")

    def __str__(self) -> str:
        return f"{self.source_index}-{self.target_index} {self.label}"


class UnalignedToken(models.Model):
    """A word that its annotator marked as unaligned."""

    class Side(models.TextChoices):
        SOURCE = "source", "Source"
        TARGET = "target", "Target"

    assignment = models.ForeignKey(
        Assignment, on_delete=models.PROTECT, related_name="unaligned_tokens", db_index=False
    )
    side = models.CharField(max_length=6, choices=Side)
    token_index = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["side", "token_index"]
        constraints = [
            models.UniqueConstraint(fields=["assignment", "side", "token_index"], name="one_mark_per_token"),
            models.CheckConstraint(condition=Q(side__in=["source", "target"]), name="mark_side_known"),
        ]
        triggers = keep_in_range(
            "assignment_id",
            "max(token_index) FILTER (WHERE side = 'source')",
            "max(token_index) FILTER (WHERE side <> 'source')",
        )

    def __str__(self) -> str:
        return f"{self.side} {self.token_index}"
