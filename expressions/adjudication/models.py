"""Differences between readings of a passage, and the adjudicator's decision about it."""

import pghistory
from django.db import models

from annotation_site.adjudication.models import Decision
from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project


class PassageDifference(models.Model):
    """The number of differences between the readings of a passage that is annotated. `project` and `is_decided` repeat
    values of others, so that the queue is read from one index. Written by `expressions.adjudication.services` only.
    """

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="passage_difference")
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+", db_index=False)
    strength = models.PositiveSmallIntegerField(help_text="The number of differences.")
    is_decided = models.BooleanField(default=False)

    class Meta:
        indexes = [
            models.Index(fields=["project", "is_decided", "-strength", "item"], name="passages_worst_first"),
        ]

    def __str__(self) -> str:
        return f"{self.strength} in {self.item}"


@pghistory.track()
class PassageAdjudication(Decision):
    """The decision about a passage: all its expressions, those on which annotators agree included."""

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="passage_adjudication")
    marks = models.JSONField(default=list)

    class Meta:
        ordering = ["item"]

    def __str__(self) -> str:
        return f"Decision about {self.item}"
