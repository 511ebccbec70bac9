"""Adjudicators' decisions on cells, and the queue of pairs that wait for them."""

import pghistory
from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project


class Acceptance(models.Model):
    """One action that accepted every pair on which all readings agreed at that time. The row stays when it
    is undone.
    """

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="acceptances", db_index=False)
    number = models.PositiveIntegerField()
    pairs = models.PositiveIntegerField()
    accepted_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    accepted_at = models.DateTimeField(auto_now_add=True)
    undone_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    undone_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["project", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="acceptance_number_unique_in_project"),
        ]

    def __str__(self) -> str:
        return f"{self.project}, acceptance {self.number}"


class Adjudication(models.Model):
    """The adjudicator's work on one pair; its version guards against two people deciding over each other."""

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="adjudication")
    version = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(auto_now=True)
    accepted_in = models.ForeignKey(Acceptance, on_delete=models.PROTECT, null=True, related_name="adjudications")

    def __str__(self) -> str:
        return f"Adjudication of {self.item}"


@pghistory.track()
class LinkDecision(models.Model):
    """The adjudicator's decision on one cell: a disputed one, or one that an adjudicator linked or unlinked."""

    class Decision(models.TextChoices):
        SURE = "S", "Sure"
        POSSIBLE = "P", "Possible"
        NONE = "none", "No link"
        OPEN = "open", "Left open"

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="link_decisions", db_index=False)
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


KINDS = [("annotators", "Two annotators, by the numbers of their memberships"), ("word", "A target word")]


class QueuePlace(models.Model):
    """A pair in one list of the queue. `state` and `share` repeat values of `ItemAgreement`, so that a list is read
    from one index, worst first. Written by `alignment.adjudication.queries.queue_counts` only.
    """

    class State(models.TextChoices):
        TO_DECIDE = "to-decide", "To decide"
        DECIDED = "decided", "Decided"
        AGREED = "agreed", "All agreed"
        HELD = "held", "Not ready to be decided"

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="queue_places", db_index=False)
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=KINDS)
    key = models.CharField(max_length=120)
    state = models.CharField(max_length=9, choices=State)
    share = models.FloatField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["item", "kind", "key"], name="item_once_in_a_list")]
        indexes = [
            models.Index(fields=["project", "kind", "key", "state", "-share", "item"], name="queue_worst_first"),
        ]

    def __str__(self) -> str:
        return f"{self.item} in {self.kind} {self.key}"


class QueueTotal(models.Model):
    """Numbers of pairs of one list by state. A row at zero means the same as no row. Written by
    `alignment.adjudication.queries.queue_counts` only.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=KINDS)
    key = models.CharField(max_length=120)
    to_decide = models.BigIntegerField(default=0)
    decided = models.BigIntegerField(default=0)
    agreed = models.BigIntegerField(default=0)
    held = models.BigIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["project", "kind", "key"], name="one_queue_total")]
        indexes = [models.Index(fields=["project", "kind", "-to_decide", "key"], name="queue_longest_first")]

    def __str__(self) -> str:
        return f"{self.to_decide} to decide in {self.kind} {self.key}"
