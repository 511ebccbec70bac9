"""Human scores of studies done elsewhere, and stored correlations of measures with people."""

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation_site.jobs.models import Job, Upload
from evaluation.aligner_scores.models import System
from evaluation.judging.models import JudgingRound
from evaluation.test_sets.models import TestSet


class HumanStudy(models.Model):
    """Human judgements of systems' translations of a test set, from a table of a finished study."""

    class Method(models.TextChoices):
        SCORE = "score", "Scores"
        PREFERENCE = "preference", "Preferences"

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    test_set = models.ForeignKey(TestSet, on_delete=models.PROTECT, related_name="studies", db_index=False)
    name = models.CharField(max_length=120)
    upload = models.ForeignKey(Upload, on_delete=models.PROTECT, related_name="+")
    method = models.CharField(max_length=10, choices=Method, default=Method.SCORE)
    judgement_count = models.PositiveIntegerField()
    expressions_sha256 = models.CharField(
        max_length=64, blank=True, help_text="Of the marked expressions when the study was imported."
    )
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="human_study")
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "human studies"
        constraints = [models.UniqueConstraint(fields=["test_set", "name"], name="study_name_unique_in_test_set")]

    def __str__(self) -> str:
        return self.name


class StudyScore(models.Model):
    """One annotator's score of one system's translation of one segment."""

    study = models.ForeignKey(HumanStudy, on_delete=models.CASCADE, related_name="scores", db_index=False)
    segment = models.PositiveIntegerField()
    system = models.ForeignKey(System, on_delete=models.PROTECT, related_name="+")
    annotator = models.CharField(max_length=80)
    score = models.FloatField()
    expression = models.PositiveSmallIntegerField(null=True, help_text="Its place in the segment; null: of the whole.")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(
                fields=["study", "segment", "system", "annotator", "expression"],
                nulls_distinct=False,
                name="study_score_once",
            )
        ]

    def __str__(self) -> str:
        return f"{self.annotator} on {self.segment}: {self.score}"


class StudyPreference(models.Model):
    """One annotator's preference between two systems' translations of a segment.

    Rows may repeat, because studies ask people the same question twice to measure their consistency.
    """

    study = models.ForeignKey(HumanStudy, on_delete=models.CASCADE, related_name="preferences")
    segment = models.PositiveIntegerField()
    first = models.ForeignKey(System, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(System, on_delete=models.PROTECT, related_name="+")
    annotator = models.CharField(max_length=80, blank=True)
    expression = models.PositiveSmallIntegerField(null=True, help_text="Its place in the segment; null: of the whole.")
    verdict = models.PositiveSmallIntegerField(help_text="1: the first, 2: both alike, 3: the second.")

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(verdict__range=(1, 3)), name="study_verdict_1_3"),
            models.CheckConstraint(condition=~Q(first=models.F("second")), name="study_verdict_on_two"),
        ]

    def __str__(self) -> str:
        return f"{self.annotator} on {self.segment}: {self.verdict}"


class Correlation(models.Model):
    """Correlations of measures with the judgements of a judging round or a study, computed from the data at `state`."""

    test_set = models.ForeignKey(TestSet, on_delete=models.PROTECT, related_name="correlations")
    judging_round = models.ForeignKey(JudgingRound, on_delete=models.PROTECT, null=True, related_name="correlations")
    study = models.ForeignKey(HumanStudy, on_delete=models.PROTECT, null=True, related_name="correlations")
    state = models.CharField(max_length=64, help_text="Hash of the judgements and scores it was computed from.")
    result = models.JSONField()
    signature = models.TextField()
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="correlation")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.CheckConstraint(
                condition=Q(judging_round=None, study__isnull=False) | Q(judging_round__isnull=False, study=None),
                name="correlation_of_round_or_study",
            )
        ]
        triggers = [pgtrigger.Protect(name="immutable", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"Correlation with {self.judging_round or self.study}"
