"""Settings of a word alignment project."""

import pghistory
from django.db import models
from django.db.models import Q

from annotation_site.projects.models import Project


@pghistory.track()
class AlignmentSettings(models.Model):
    """Settings of a word alignment project beyond those of every project."""

    class Scope(models.TextChoices):
        FULL = "full", "Full text: every word"
        TARGET_WORDS = "target_words", "Target words only"

    class GoldPolicy(models.TextChoices):
        WAGS = "wags", "WAGS: agreed links keep their label, open disagreements become Possible"
        OCH_NEY = "och-ney", "Och & Ney: Sure where all annotators say Sure, Possible for all other links"
        MAJORITY = "majority", "Majority of three or more annotators"

    project = models.OneToOneField(Project, on_delete=models.PROTECT, primary_key=True, related_name="alignment")
    source_language = models.CharField(max_length=35)
    target_language = models.CharField(max_length=35)
    scope = models.CharField(max_length=14, choices=Scope, default=Scope.FULL)
    gold_policy = models.CharField(max_length=10, choices=GoldPolicy, default=GoldPolicy.WAGS)
    # Set by an import of annotation made with an artificial NULL token before the source: kappa has items for it.
    has_null_token = models.BooleanField(default=False, editable=False)
    suggestion_control_share = models.PositiveSmallIntegerField(
        default=0, help_text="Share of pairs shown without suggestions (%)."
    )

    training_threshold = models.PositiveSmallIntegerField(
        default=80, help_text="AGR with gold over the training set that opens the real pairs, in per cent."
    )
    training_attempts = models.PositiveSmallIntegerField(
        default=3, help_text="How many attempts an annotator has at the set."
    )
    check_share = models.PositiveSmallIntegerField(
        default=0, help_text="Per cent of the pairs given out that are silent checks, while there are any."
    )

    class Meta:
        verbose_name_plural = "alignment settings"
        constraints = [
            models.CheckConstraint(condition=Q(suggestion_control_share__lte=100), name="control_share_in_per_cent"),
            models.CheckConstraint(condition=Q(training_threshold__lte=100), name="threshold_in_per_cent"),
            models.CheckConstraint(condition=Q(training_attempts__range=(1, 50)), name="attempts_1_to_50"),
            models.CheckConstraint(condition=Q(check_share__lte=50), name="check_share_up_to_half"),
        ]

    def __str__(self) -> str:
        return f"{self.source_language}–{self.target_language}"
