"""System outputs of a test set, and their measurements."""

from typing import Any, ClassVar

import pgtrigger
from django.contrib.postgres.fields import ArrayField
from django.db import models

from annotation_site.jobs.models import Job, Upload
from annotation_site.web.exceptions import DomainError
from evaluation.aligner_scores.models import System
from evaluation.test_sets.models import TestSet


class TranslationQuerySet(models.QuerySet["Translation"]):
    def of_job(self, test_set: TestSet, pk: int) -> "Translation":
        """Return the translations that a job's parameters name; refuse if they were deleted while the job waited."""
        translation: Translation | None = self.filter(pk=pk, test_set=test_set).first()
        if translation is None:
            raise DomainError("The translations were deleted after this was requested. Restore them, or ask again.")
        return translation


class Translation(models.Model):
    """A system's output for a test set."""

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="translations", db_index=False)
    test_set = models.ForeignKey(TestSet, on_delete=models.PROTECT, related_name="translations")
    upload = models.ForeignKey(Upload, on_delete=models.PROTECT, related_name="+")
    column = models.CharField(max_length=200, blank=True, help_text="Of a table; blank for a file of lines.")
    missing_count = models.PositiveIntegerField(help_text="Segments without a translation, scored as empty.")
    missing = models.JSONField(default=list, help_text="The first of their numbers.")
    sha256 = models.CharField(max_length=64, help_text="Of the translations, one a line.")
    created_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = TranslationQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [models.UniqueConstraint(fields=["system", "test_set"], name="one_translation_per_system")]

    def __str__(self) -> str:
        return f"{self.system} on {self.test_set}"


class Hypothesis(models.Model):
    """One segment as a system translated it; empty where it did not."""

    translation = models.ForeignKey(Translation, on_delete=models.CASCADE, related_name="hypotheses", db_index=False)
    number = models.PositiveIntegerField(help_text="Of the segment.")
    text = models.TextField(blank=True)

    class Meta:
        ordering = ["number"]
        constraints = [models.UniqueConstraint(fields=["translation", "number"], name="one_hypothesis_per_segment")]

    def __str__(self) -> str:
        return self.text[:80]


class SegmentValues(models.Model):
    """A measure's values for a run of segments, stored chunk by chunk so that an interrupted job continues.

    They follow from translation, measure and key alone, so concurrent jobs that compute the same chunk store the same
    values.
    """

    translation = models.ForeignKey(Translation, on_delete=models.CASCADE, related_name="values", db_index=False)
    measure = models.CharField(max_length=60)
    key = models.CharField(max_length=64, help_text="Of options, dictionaries and version.")
    first = models.PositiveIntegerField(help_text="Number of the first segment.")
    values = models.JSONField(help_text="One entry per segment.")
    scores = ArrayField(models.FloatField(null=True), default=list, help_text="One per segment, to sort by.")

    class Meta:
        ordering = ["first"]
        constraints = [models.UniqueConstraint(fields=["translation", "measure", "key", "first"], name="chunk_once")]

    def __str__(self) -> str:
        return f"{self.measure} from segment {self.first}"


# Large columns of a score that most readers can do without.
RESAMPLES = ("resampled", "groups_resampled")


class TranslationScore(models.Model):
    """A measure of one system's output, with intervals and the signature of its computation."""

    translation = models.ForeignKey(Translation, on_delete=models.PROTECT, related_name="scores", db_index=False)
    measure = models.CharField(max_length=60)
    key = models.CharField(max_length=64)
    options = models.JSONField(default=dict, help_text="On which the values depend.")
    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+")
    result = models.JSONField()
    resampled = models.JSONField(default=dict, help_text="Each figure in every resample of segments.")
    groups_resampled = models.JSONField(
        default=dict, help_text="The first figure of each group in every resample of the group's segments."
    )
    signature = models.TextField()
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [models.UniqueConstraint(fields=["translation", "measure", "key"], name="one_translation_score")]
        triggers = [pgtrigger.Protect(name="immutable", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.measure} of {self.translation}"


class MeasureTask(models.Model):
    """A piece of a measures job: to count a chunk of one system's segments, or to sum up one measure of it.

    A worker holds the row's lock while it works on it, so any number of workers share a job, and that of a killed
    worker is free again at once. What is summed up waits here until the job is complete.
    """

    class Stage(models.IntegerChoices):
        COUNT = 1, "count"
        SUM = 2, "sum up"

    job = models.ForeignKey(Job, on_delete=models.CASCADE, related_name="measure_tasks", db_index=False)
    stage = models.PositiveSmallIntegerField(choices=Stage)
    translation = models.ForeignKey(Translation, on_delete=models.CASCADE, related_name="+")
    measure = models.CharField(
        max_length=60, blank=True, help_text="To sum up; a chunk is counted by all of the job's."
    )
    first = models.PositiveIntegerField(default=0, help_text="Number of the chunk's first segment.")
    is_done = models.BooleanField(default=False)
    result = models.JSONField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["job", "stage", "translation", "measure", "first"], name="one_measure_task"
            ),
        ]
        indexes = [
            models.Index(
                fields=["job", "stage", "translation", "first"], condition=models.Q(is_done=False), name="open_measures"
            )
        ]

    def __str__(self) -> str:
        return f"{self.get_stage_display()} {self.measure or self.first} of {self.translation_id}"
