"""What adjudicators say of the cells on which readings differ."""

import pghistory
from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation_site.projects.models import Item


class Adjudication(models.Model):
    """The adjudicator's work on one pair; its version guards against two people deciding over each other."""

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="adjudication")
    version = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(auto_now=True)

    def __str__(self) -> str:
        return f"Adjudication of {self.item}"


@pghistory.track()
class LinkDecision(models.Model):
    """What the adjudicator says of one cell on which the readings differ."""

    class Decision(models.TextChoices):
        SURE = "S", "Sure"
        POSSIBLE = "P", "Possible"
        NONE = "none", "No link"
        OPEN = "open", "Left open"

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="link_decisions")
    source_index = models.PositiveSmallIntegerField()
    target_index = models.PositiveSmallIntegerField()
    decision = models.CharField(max_length=4, choices=Decision)
    note = models.CharField(max_length=300, blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["source_index", "target_index"]
        constraints = [
            models.UniqueConstraint(fields=["item", "source_index", "target_index"], name="one_decision_per_cell"),
            models.CheckConstraint(condition=Q(decision__in=["S", "P", "none", "open"]), name="decision_known"),
        ]

    def __str__(self) -> str:
        return f"{self.source_index}-{self.target_index} {self.decision}"
