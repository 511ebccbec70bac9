"""Scores of a machine that raters saw beside the questions."""

import pgtrigger
from django.db import models

from annotation_site.assignments.models import Assignment
from annotation_site.machines.models import Machine


class ShownScores(models.Model):
    """A machine's scores that a rater saw beside the questions about one item, or, for a control, did not see; drawn
    when the item was first leased.
    """

    assignment = models.OneToOneField(
        Assignment, on_delete=models.PROTECT, primary_key=True, related_name="shown_scores"
    )
    machine = models.ForeignKey(Machine, on_delete=models.PROTECT, related_name="shown_scores")
    # By the name of the question; without those that the machine did not score.
    scores = models.JSONField()
    is_control = models.BooleanField()

    class Meta:
        triggers = [
            pgtrigger.ReadOnly(name="shown_scores_fixed", fields=["assignment", "machine", "scores", "is_control"])
        ]

    def __str__(self) -> str:
        return f"{'Control' if self.is_control else 'Shown'}: {self.scores}"
