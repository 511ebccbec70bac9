"""Reconciliation: rounds, the pairs and readings in them, and agreement before and after."""

from typing import Any, ClassVar, Self

import pgtrigger
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy

from alignment.agreement.models import LinkCounts
from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Comment, Item, Submission
from annotation_site.projects.models import Membership, Project


class ReconciliationRound(models.Model):
    """A period in which annotators of pairs that they read differently see each other's readings, and discuss them."""

    class State(models.TextChoices):
        OPEN = "open", "Open"
        CLOSED = "closed", "Closed"

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="reconciliation_rounds", db_index=False)
    number = models.PositiveSmallIntegerField()
    state = models.CharField(max_length=6, choices=State, default=State.OPEN)
    note = models.CharField(max_length=300, blank=True)
    least_share = models.FloatField(
        default=0.0, help_text="Pairs with at least this share of disputed cells were taken."
    )
    opened_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    opened_at = models.DateTimeField(auto_now_add=True)
    closed_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    closed_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["project", "-number"]
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="round_number_unique_in_project"),
            models.UniqueConstraint(fields=["project"], condition=Q(state="open"), name="one_open_round_per_project"),
            models.CheckConstraint(
                condition=Q(state="open", closed_at=None) | Q(state="closed", closed_at__isnull=False),
                name="closed_round_has_its_time",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.project}, round {self.number}"


class RoundItem(models.Model):
    """A pair in a round. Every change, mark and comment raises its version, which open pages poll."""

    round = models.ForeignKey(ReconciliationRound, on_delete=models.PROTECT, related_name="items", db_index=False)
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="round_items")
    # Kept here too: a save that waited for this row's lock must see that the round was closed meanwhile.
    is_open = models.BooleanField(default=True)
    version = models.PositiveIntegerField(default=0)
    removed_at = models.DateTimeField(null=True, help_text="When a manager removed the pair from the open round.")

    class Meta:
        ordering = ["round", "item"]
        constraints = [
            models.UniqueConstraint(fields=["round", "item"], name="item_once_in_a_round"),
            models.UniqueConstraint(fields=["item"], condition=Q(is_open=True), name="item_in_one_open_round"),
        ]

    def __str__(self) -> str:
        return f"{self.item} in round {self.round_id}"


class RoundReadingQuerySet(models.QuerySet["RoundReading"]):
    def for_annotator(self, user: User) -> Self:
        """Return the person's own readings in rounds, while they are a member of the project."""
        return self.filter(assignment__in=Assignment.objects.for_annotator(user))

    def in_open_round(self) -> Self:
        return self.filter(round_item__is_open=True)


class RoundReading(models.Model):
    """The state of one annotator's reading of a pair in a round. Submissions between `before` and `after` were made in
    it.
    """

    class State(models.TextChoices):
        WAITING = "waiting", gettext_lazy("To review")
        CHANGING = "changing", gettext_lazy("Changed, not submitted")
        KEPT = "kept", gettext_lazy("Kept")
        CHANGED = "changed", gettext_lazy("Changed")

    round_item = models.ForeignKey(RoundItem, on_delete=models.PROTECT, related_name="readings", db_index=False)
    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="round_readings")
    state = models.CharField(max_length=8, choices=State, default=State.WAITING)
    # Cells, as [source, target], of which the annotator said: I looked at this and keep mine.
    kept_cells = models.JSONField(default=list)
    before = models.ForeignKey(Submission, on_delete=models.PROTECT, related_name="+")
    after = models.ForeignKey(Submission, on_delete=models.PROTECT, null=True, related_name="+")
    settled_at = models.DateTimeField(null=True)

    objects: ClassVar[Any] = RoundReadingQuerySet.as_manager()

    class Meta:
        ordering = ["round_item", "assignment"]
        constraints = [
            models.UniqueConstraint(fields=["round_item", "assignment"], name="reading_once_in_a_round"),
            models.CheckConstraint(
                condition=Q(state__in=["waiting", "changing", "kept", "changed"]), name="round_reading_state_known"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.assignment}, {self.get_state_display()}"

    @property
    def is_settled(self) -> bool:
        return self.state in (self.State.KEPT, self.State.CHANGED)


class RoundComment(models.Model):
    """A comment that the other annotators of its pair can read while the round is open."""

    round_item = models.ForeignKey(RoundItem, on_delete=models.PROTECT, related_name="comments")
    comment = models.OneToOneField(Comment, on_delete=models.PROTECT, primary_key=True, related_name="in_round")

    class Meta:
        ordering = ["comment"]

    def __str__(self) -> str:
        return str(self.comment)


class Presence(models.Model):
    """The pair of an open round that an annotator looks at. Its open page renews it; closing the round deletes it."""

    round = models.ForeignKey(ReconciliationRound, on_delete=models.CASCADE, related_name="presences", db_index=False)
    annotator = models.ForeignKey(Membership, on_delete=models.CASCADE, related_name="+")
    # In no index, as `seen_at`: neither staying nor moving on writes to any.
    round_item = models.ForeignKey(RoundItem, on_delete=models.CASCADE, related_name="+", db_index=False)
    seen_at = models.DateTimeField()

    class Meta:
        ordering = ["round", "annotator"]
        constraints = [models.UniqueConstraint(fields=["round", "annotator"], name="one_presence_in_a_round")]

    def __str__(self) -> str:
        return f"{self.annotator}, {self.round_item}"


class RoundAgreement(LinkCounts):
    """Two annotators' counts when a round was opened and when it was closed: sums, so that nothing is recounted."""

    class Moment(models.TextChoices):
        BEFORE = "before", "Before"
        AFTER = "after", "After"

    class Scope(models.TextChoices):
        ROUND = "round", "Pairs of the round"
        ALL = "all", "All pairs both submitted"

    round = models.ForeignKey(ReconciliationRound, on_delete=models.PROTECT, related_name="agreements", db_index=False)
    moment = models.CharField(max_length=6, choices=Moment)
    scope = models.CharField(max_length=5, choices=Scope)
    first = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    second = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="+")
    pairs = models.PositiveIntegerField()

    class Meta:
        ordering = ["round", "scope", "first", "second", "-moment"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "scope", "moment", "first", "second"], name="one_sum_per_moment_and_annotator_pair"
            ),
        ]
        triggers = [pgtrigger.Protect(name="kept", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.first.pseudonym}–{self.second.pseudonym} {self.moment} round {self.round_id}"


class RoundChance(models.Model):
    """Link items of all raters when a round was opened and when it was closed, from which kappa is computed. Rounds
    from before these were stored have none.
    """

    round = models.ForeignKey(ReconciliationRound, on_delete=models.PROTECT, related_name="chances", db_index=False)
    moment = models.CharField(max_length=6, choices=RoundAgreement.Moment)
    scope = models.CharField(max_length=5, choices=RoundAgreement.Scope)
    raters = models.PositiveSmallIntegerField()
    pairs = models.BigIntegerField()
    link_items = models.BigIntegerField()
    # Ordered pairs of raters with equal labels, as in ItemAgreementTotal.
    agreeing = models.BigIntegerField()
    sure_count = models.BigIntegerField()
    possible_count = models.BigIntegerField()
    absent_count = models.BigIntegerField()

    class Meta:
        ordering = ["round", "scope", "raters", "-moment"]
        constraints = [
            models.UniqueConstraint(
                fields=["round", "scope", "moment", "raters"], name="one_chance_per_moment_and_raters"
            ),
        ]
        triggers = [pgtrigger.Protect(name="kept", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.raters} raters {self.moment} round {self.round_id}"
