"""The adjudicator's queue by annotators and by target word: where a pair stands, and how many stand there."""

from django.db import models

from annotation_site.projects.models import Item, Project

KINDS = [("annotators", "Two annotators, by the numbers of their memberships"), ("word", "A target word")]


class QueuePlace(models.Model):
    """A pair in one list of the queue. `state` and `share` repeat what `ItemAgreement` says, so that a list is read
    from one index, worst first. Only `alignment.queue_counts` writes here."""

    class State(models.TextChoices):
        TO_DECIDE = "to-decide", "To decide"
        DECIDED = "decided", "Decided"
        AGREED = "agreed", "All agreed"
        HELD = "held", "Not ready to be decided"

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="queue_places")
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+")
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
    """How many pairs of one list are in each state. A row at zero means the same as no row. Only
    `alignment.queue_counts` writes here."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+")
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
