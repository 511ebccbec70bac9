"""Differences between the judgements of an item, and the adjudicator's decision about it."""

import pghistory
from django.db import models

from annotation_site.adjudication.models import Decision
from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from evaluation.judging.models import JudgingRound


class JudgementDifference(models.Model):
    """The greatest differences between the readings of an item that is no longer judged; of excluded annotators none
    counts. `project` and `is_decided` repeat values of others, so that a queue is read from one index, worst first.
    Written by `evaluation.adjudication.services` only.
    """

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="judgement_difference")
    # No index of its own, as for the next key: an index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+", db_index=False)
    judging_round = models.ForeignKey(
        JudgingRound, on_delete=models.PROTECT, related_name="differences", db_index=False
    )
    lowest_f1 = models.FloatField(null=True)
    score_gap = models.FloatField(null=True)
    labels_differ = models.BooleanField(default=False)
    strength = models.FloatField()
    is_decided = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["project", "is_decided", "-strength", "item"], name="differences_worst_first"),
            models.Index(fields=["judging_round", "is_decided", "-strength", "item"], name="differences_in_a_round"),
        ]

    def __str__(self) -> str:
        return f"{self.strength:.2f} in {self.item}"


@pghistory.track()
class JudgementAdjudication(Decision):
    """The decision about an item: answers and error spans in the order of its outputs, as a submission has them."""

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="judgement_adjudication")
    answers = models.JSONField(help_text="One for each question; null while open, −1 for “cannot judge”.")
    spans = models.JSONField(default=list, help_text="Of each output, where the method marks error spans.")

    class Meta:
        ordering = ["item"]

    def __str__(self) -> str:
        return f"Decision about {self.item}"
