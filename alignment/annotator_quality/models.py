"""Counts of each annotator's work, and their sums by week, so that the cost of a page does not grow with the work."""

from django.db import models
from django.db.models import Q

from alignment.agreement.models import LinkCounts, LinkTotals
from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Membership


class Part(models.TextChoices):
    READINGS = "readings", "Own readings: `first` is the annotator, `second` is nothing"
    GOLD = "gold", "Against gold of pairs on which nothing is left to decide; `second` is gold"
    CHECK = "check", "Against known gold of silent checks; `second` is gold"


class AnnotatorQualityCounts(LinkCounts):
    """The share of one submitted reading in its annotator's sums. Written by the services here only."""

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    assignment = models.ForeignKey(
        Assignment, on_delete=models.PROTECT, related_name="annotator_quality", db_index=False
    )
    annotator = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="annotator_quality_counts")
    part = models.CharField(max_length=8, choices=Part)
    week = models.IntegerField(help_text="Proleptic ordinal of the Monday before it was submitted, UTC.")
    words = models.PositiveIntegerField(help_text="Tokens of both sentences.")
    timed_words = models.PositiveIntegerField(help_text="The same, where the reading was made here and so has a time.")
    timed_pairs = models.PositiveSmallIntegerField()
    seconds = models.PositiveIntegerField(help_text="Active time.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["assignment", "part"], name="one_annotator_quality_per_reading"),
            models.CheckConstraint(
                condition=Q(part__in=["readings", "gold", "check"]), name="annotator_quality_part_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.part} of {self.assignment}"


class AnnotatorQualityTotal(LinkTotals):
    """`AnnotatorQualityCounts` added up over a week. A row at zero means the same as no row."""

    annotator = models.ForeignKey(
        Membership, on_delete=models.PROTECT, related_name="annotator_quality_totals", db_index=False
    )
    part = models.CharField(max_length=8, choices=Part)
    week = models.IntegerField()
    pairs = models.BigIntegerField(default=0)
    words = models.BigIntegerField(default=0)
    timed_words = models.BigIntegerField(default=0)
    timed_pairs = models.BigIntegerField(default=0)
    seconds = models.BigIntegerField(default=0)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["annotator", "part", "week"], name="one_annotator_quality_total"),
            models.CheckConstraint(condition=Q(part__in=["readings", "gold", "check"]), name="total_part_known"),
        ]

    def __str__(self) -> str:
        return f"{self.part} of {self.annotator_id}, week {self.week}"
