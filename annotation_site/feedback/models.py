"""Feedback that annotators get on adjudicated items, and their replies."""

from typing import Any, ClassVar, Self

import pghistory
from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment
from annotation_site.projects.models import Membership, Project

LONGEST_DISPUTE = 1000
LONGEST_PLACE = 13


class FeedbackQuerySet(models.QuerySet["Feedback"]):
    def for_annotator(self, user: User) -> Self:
        """Return the person's own feedback, if the project shows it and it is not withheld."""
        own = Assignment.objects.for_annotator(user).submitted()
        return self.filter(assignment__in=own, annotator__project__shows_feedback=True).exclude(
            state=Feedback.State.WITHHELD
        )


class Feedback(models.Model):
    """One annotator's work on an adjudicated item beside its gold; made with the adjudicator's last decision."""

    class State(models.TextChoices):
        NEW = "new", gettext_lazy("New")
        DISPUTED = "disputed", gettext_lazy("Disputed")
        ANSWERED = "answered", gettext_lazy("Answered")
        DONE = "done", gettext_lazy("Reviewed")
        # The item is being decided again, or work that it would influence is not over.
        WITHHELD = "withheld", "Withheld"

    assignment = models.OneToOneField(Assignment, on_delete=models.PROTECT, primary_key=True, related_name="feedback")
    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    annotator = models.ForeignKey(Membership, on_delete=models.PROTECT, related_name="feedback", db_index=False)
    state = models.CharField(max_length=8, choices=State, default=State.NEW)
    # Once gold could be seen, work on the item is not changed any more.
    is_shown = models.BooleanField(default=False)
    version = models.PositiveIntegerField(default=0)
    updated_at = models.DateTimeField(default=timezone.now)

    objects: ClassVar[Any] = FeedbackQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(state__in=["new", "disputed", "answered", "done", "withheld"]), name="feedback_state_known"
            )
        ]
        indexes = [
            models.Index(fields=["annotator", "state", "-assignment"], name="feedback_of_annotator"),
            models.Index(fields=["assignment"], condition=Q(state="withheld"), name="feedback_withheld"),
        ]

    def __str__(self) -> str:
        return f"Feedback on {self.assignment}"


@pghistory.track()
class FeedbackReply(models.Model):
    """An annotator's reply to one place at which their work and gold differ, and the adjudicator's answer."""

    class State(models.TextChoices):
        ACKNOWLEDGED = "acknowledged", "Acknowledged"
        DISPUTED = "disputed", "Disputed"
        ANSWERED = "answered", "Answered"

    feedback = models.ForeignKey(Feedback, on_delete=models.PROTECT, related_name="replies", db_index=False)
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="feedback_replies")
    place = models.CharField(max_length=LONGEST_PLACE, help_text="In the item, as its kind names places.")
    state = models.CharField(max_length=12, choices=State)
    own = models.JSONField(help_text="The annotator's work at this place.")
    gold = models.JSONField(help_text="As shown to the annotator.")
    text = models.CharField(max_length=LONGEST_DISPUTE, blank=True)
    said_at = models.DateTimeField(default=timezone.now)
    answer = models.CharField(max_length=300, blank=True)
    answered_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+")
    answered_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.UniqueConstraint(fields=["feedback", "place"], name="one_reply_per_place"),
            models.CheckConstraint(
                condition=Q(state__in=["acknowledged", "disputed", "answered"]), name="reply_state_known"
            ),
            models.CheckConstraint(condition=~Q(state="disputed") | ~Q(text=""), name="dispute_says_why"),
        ]
        indexes = [
            models.Index(fields=["project", "said_at"], condition=Q(state="disputed"), name="disputes_waiting"),
        ]

    def __str__(self) -> str:
        return f"{self.place} {self.get_state_display()}"
