"""Pairs with known gold: newcomers train on them, and silent checks among the work measure annotator quality."""

from typing import Any, ClassVar, Self

import pghistory
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from annotation_site.assignments.models import Assignment, Item, Submission
from annotation_site.projects.models import Membership, Project


class KnownGoldQuerySet(models.QuerySet["KnownGold"]):
    def for_training(self) -> Self:
        return self.filter(use=KnownGold.Use.TRAINING)

    def for_checks(self) -> Self:
        return self.filter(use=KnownGold.Use.CHECK)


@pghistory.track()
class KnownGold(models.Model):
    """A pair with known gold, copied when a manager chose the pair: later decisions do not change a test."""

    class Use(models.TextChoices):
        TRAINING = "training", "Training"
        CHECK = "check", "Check pair"

    class Origin(models.TextChoices):
        DECIDED = "decided", "Decided here"
        IMPORTED = "imported", "From a file"

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="known_gold")
    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="known_gold", db_index=False)
    use = models.CharField(max_length=8, choices=Use)
    origin = models.CharField(max_length=8, choices=Origin)
    reading = models.JSONField(help_text="Gold links and gold words without counterpart.")
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[Any] = KnownGoldQuerySet.as_manager()

    class Meta:
        ordering = ["project", "item"]
        constraints = [
            models.CheckConstraint(condition=Q(use__in=["training", "check"]), name="use_of_gold_known"),
            models.CheckConstraint(condition=Q(origin__in=["decided", "imported"]), name="origin_of_gold_known"),
        ]
        indexes = [models.Index(fields=["project", "use", "item"], name="known_gold_by_use")]

    def __str__(self) -> str:
        return f"Gold of {self.item}, for {self.get_use_display()}"


class TrainingRun(models.Model):
    """One attempt of a newcomer at the training set; passing it gives access to the real pairs."""

    class State(models.TextChoices):
        UNDERWAY = "underway", gettext_lazy("Underway")
        PASSED = "passed", gettext_lazy("Passed")
        FAILED = "failed", gettext_lazy("Not passed")

    annotator = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="training_runs", db_index=False)
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=8, choices=State, default=State.UNDERWAY)
    threshold = models.PositiveSmallIntegerField(help_text="AGR with gold to reach, in per cent, as it was at the end.")
    agr = models.FloatField(null=True, help_text="Over all pairs of the attempt together, links with their label.")
    started_at = models.DateTimeField(default=timezone.now)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["annotator", "number"]
        constraints = [
            models.UniqueConstraint(fields=["annotator", "number"], name="one_try_per_number"),
            models.UniqueConstraint(fields=["annotator"], condition=Q(state="underway"), name="one_try_at_a_time"),
            models.CheckConstraint(condition=Q(state__in=["underway", "passed", "failed"]), name="try_state_known"),
        ]

    def __str__(self) -> str:
        return f"{self.annotator.pseudonym}, try {self.number}"


class TrainingReading(models.Model):
    """A pair of an attempt, with the submitted reading and the gold it is compared with."""

    run = models.ForeignKey(TrainingRun, on_delete=models.PROTECT, related_name="readings", db_index=False)
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="+")
    gold = models.JSONField()
    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, null=True, related_name="training_readings")
    submission = models.OneToOneField(Submission, on_delete=models.PROTECT, null=True, related_name="training_reading")

    class Meta:
        ordering = ["run", "item__number"]
        constraints = [models.UniqueConstraint(fields=["run", "item"], name="pair_once_in_an_attempt")]

    def __str__(self) -> str:
        return f"{self.item} in {self.run}"
