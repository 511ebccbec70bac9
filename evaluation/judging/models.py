"""Judging rounds, their tasks, the order in which outputs were shown, the answers, and the marked error spans."""

from typing import Any, ClassVar, Self

import pghistory
import pgtrigger
from django.conf import settings
from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import F, Q

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Assignment, Item
from annotation_site.projects.abilities import can_see_everyones_work
from annotation_site.projects.models import Membership, Project
from evaluation.judging.methods import CANNOT_JUDGE, METHODS
from evaluation.judging.planning import Stretch
from evaluation.metrics.error_spans.schemes import SEVERITIES, SIDES
from evaluation.test_sets.files.rows import LONGEST_DOCUMENT
from evaluation.test_sets.models import TestSet
from evaluation.translations.models import Translation

HIGHEST = 100
# Error spans of one output, and their weight if all are the gravest.
MOST_SPANS = 100
MOST_WEIGHT = 2500


class JudgingRoundQuerySet(models.QuerySet["JudgingRound"]):
    def for_user(self, user: User) -> Self:
        """Return judging rounds of projects in which the person can see everyone's work."""
        return self.filter(project__in=can_see_everyones_work.projects_of(user))


@pghistory.track()
class JudgingRound(models.Model):
    """A judging round in which people judge the outputs of chosen systems on a test set, by one method."""

    class Method(models.TextChoices):
        SCORE = "score", "Scores from 1 to 5"
        PERCENT = "percent", "Scores from 0 to 100"
        PREFERENCE = "preference", "Pairwise comparison"
        ESA = "esa", "Error spans with scores (ESA)"
        MQM = "mqm", "Error spans with categories (MQM)"
        EXPRESSION = "expression", "Error spans of expressions"

    class Scope(models.TextChoices):
        EXPRESSION = "expression", "Marked expressions"
        SEGMENT = "segment", "Whole segments"

    class State(models.TextChoices):
        OPEN = "open", "Open"
        CLOSED = "closed", "Closed"

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="judging_rounds", db_index=False)
    number = models.PositiveIntegerField()
    name = models.CharField(max_length=120)
    test_set = models.ForeignKey(TestSet, on_delete=models.PROTECT, related_name="judging_rounds")
    translations = models.ManyToManyField(Translation, related_name="judging_rounds")
    method = models.CharField(max_length=10, choices=Method)
    scope = models.CharField(max_length=10, choices=Scope, default=Scope.EXPRESSION)
    # evaluation.judging.methods.Wording; may be changed while people judge, with its history.
    wording = models.JSONField()
    required_count = models.PositiveSmallIntegerField()
    repeat_share = models.PositiveSmallIntegerField(default=0, help_text="Per cent of the tasks that are asked twice.")
    attention_share = models.PositiveSmallIntegerField(
        default=0, help_text="Per cent of the tasks of which there is an attention item."
    )
    hides_reference = models.BooleanField(default=False, help_text="The reference is judged like an output.")
    shows_reference = models.BooleanField(default=True, db_default=True, help_text="Judges see it beside the source.")
    shows_context = models.BooleanField(default=True, db_default=True, help_text="Judges see neighbouring sentences.")
    by_document = models.BooleanField(
        default=False, db_default=False, help_text="A judge takes the segments of a document in their order."
    )
    given_marks = models.JSONField(
        null=True, help_text="Origin of the marks that judges begin with, and the per cent of control items."
    )
    seed = models.PositiveIntegerField()
    task_count = models.PositiveIntegerField(default=0)
    first_number = models.PositiveIntegerField(null=True, help_text="Of its items, whose numbers follow each other.")
    last_number = models.PositiveIntegerField(null=True)
    state = models.CharField(max_length=6, choices=State, default=State.OPEN)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)
    closed_at = models.DateTimeField(null=True)

    objects: ClassVar[Any] = JudgingRoundQuerySet.as_manager()

    class Meta:
        ordering = ["-number"]
        constraints = [
            models.UniqueConstraint(fields=["project", "number"], name="judging_round_number_unique"),
            models.CheckConstraint(condition=Q(method__in=list(METHODS)), name="method_known"),
            models.CheckConstraint(condition=Q(scope__in=["expression", "segment"]), name="scope_known"),
            models.CheckConstraint(condition=Q(required_count__range=(1, 50)), name="required_1_50"),
            models.CheckConstraint(condition=Q(repeat_share__range=(0, 100)), name="repeat_share_per_cent"),
            models.CheckConstraint(condition=Q(attention_share__range=(0, 100)), name="attention_share_per_cent"),
        ]

    def __str__(self) -> str:
        return self.name


class JudgingRoundChoice(models.Model):
    """The judging round that a judge chose to finish first."""

    annotator = models.OneToOneField(
        Membership, on_delete=models.CASCADE, primary_key=True, related_name="judging_round_choice"
    )
    judging_round = models.ForeignKey(JudgingRound, on_delete=models.CASCADE, related_name="choices")

    def __str__(self) -> str:
        return f"{self.annotator}: {self.judging_round}"


class JudgementTaskQuerySet(models.QuerySet["JudgementTask"]):
    def counted(self) -> Self:
        """Return tasks without attention items, which count only in annotator quality."""
        return self.filter(degraded_output=None)

    def attention(self) -> Self:
        """Return attention items that no manager withdrew, nor the item that they copy."""
        copies = self.filter(degraded_output__isnull=False, item__withdrawn_from="")
        return copies.filter(repeats__item__withdrawn_from="")


class JudgementTask(models.Model):
    """The content of an item: a marked expression in its sentence, or the whole of it, and systems' outputs. It never
    changes, even if the test set is corrected later.
    """

    item = models.OneToOneField(Item, on_delete=models.PROTECT, primary_key=True, related_name="judgement_task")
    judging_round = models.ForeignKey(JudgingRound, on_delete=models.PROTECT, related_name="tasks", db_index=False)
    segment = models.PositiveIntegerField(help_text="Its number in the test set.")
    position = models.PositiveSmallIntegerField(help_text="Of the expression among the segment's, from 0.")
    label = models.CharField(max_length=300, blank=True, help_text="Empty for a whole segment.")
    source = models.TextField()
    source_spans = models.JSONField(default=list)
    reference = models.TextField(blank=True)
    reference_spans = models.JSONField(default=list)
    context_before = ArrayField(models.TextField(), default=list, help_text="Preceding sentences of the source.")
    context_after = ArrayField(models.TextField(), default=list, help_text="Following sentences of the source.")
    document = models.CharField(max_length=LONGEST_DOCUMENT, blank=True, db_default="")
    document_position = models.PositiveIntegerField(null=True, help_text="Of the segment in its document, from 1.")
    document_length = models.PositiveIntegerField(null=True, help_text="Segments of its document.")
    outputs = models.JSONField(help_text="Each text once, with the ids of the systems that put it out.")
    repeats = models.ForeignKey("self", on_delete=models.PROTECT, null=True, related_name="repetitions")
    # An attention item is a repeat in which a stretch of one output was replaced. No system has put it out.
    degraded_output = models.PositiveSmallIntegerField(null=True, help_text="Its place among the outputs.")
    degraded_start = models.PositiveIntegerField(null=True, help_text="In code points of the output.")
    degraded_end = models.PositiveIntegerField(null=True, help_text="Excluded.")

    objects: ClassVar[Any] = JudgementTaskQuerySet.as_manager()

    class Meta:
        ordering = ["item"]
        constraints = [
            models.CheckConstraint(
                condition=Q(degraded_output=None, degraded_start=None, degraded_end=None)
                | Q(
                    degraded_output__isnull=False,
                    degraded_start__isnull=False,
                    degraded_end__isnull=False,
                    degraded_start__lt=F("degraded_end"),
                    repeats__isnull=False,
                ),
                name="attention_item_whole",
            ),
        ]
        indexes = [models.Index(fields=["judging_round", "segment"], name="tasks_by_segment")]
        triggers = [pgtrigger.Protect(name="fixed", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"{self.label} in segment {self.segment}" if self.label else f"segment {self.segment}"

    @property
    def stretch(self) -> Stretch | None:
        """The replaced stretch of an attention item, None for other tasks."""
        if self.degraded_output is None or self.degraded_start is None or self.degraded_end is None:
            return None
        return Stretch(self.degraded_output, self.degraded_start, self.degraded_end)


class ShownOrder(models.Model):
    """The order in which an annotator saw the outputs of a task."""

    assignment = models.OneToOneField(
        Assignment, on_delete=models.PROTECT, primary_key=True, related_name="shown_order"
    )
    places = ArrayField(models.PositiveSmallIntegerField(), help_text="Of the task's outputs, first shown first.")

    class Meta:
        triggers = [pgtrigger.Protect(name="fixed", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return " ".join(map(str, self.places))


class AnswerQuerySet(models.QuerySet[Any]):
    def submitted(self) -> Self:
        """Return answers of submitted work; those of attention items, reopened assignments and withdrawn items do not
        count.
        """
        return self.filter(
            assignment__state=Assignment.State.SUBMITTED,
            assignment__purpose=Assignment.Purpose.WORK,
            assignment__item__withdrawn_from="",
        )


class OutputJudgement(models.Model):
    """An annotator's answer about one output, or about a pair: stored with its first. Fixed once submitted."""

    # With error spans of weighted categories, the value is the sum of their weights.

    assignment = models.ForeignKey(
        Assignment, on_delete=models.PROTECT, related_name="output_judgements", db_index=False
    )
    output = models.PositiveSmallIntegerField(help_text="Its place among the task's outputs, whatever was shown first.")
    value = models.FloatField()

    objects: ClassVar[Any] = AnswerQuerySet.as_manager()

    class Meta:
        ordering = ["assignment", "output"]
        constraints = [
            models.UniqueConstraint(fields=["assignment", "output"], name="output_judged_once"),
            models.CheckConstraint(condition=Q(value__range=(CANNOT_JUDGE, MOST_WEIGHT)), name="judgement_in_range"),
        ]

    def __str__(self) -> str:
        return f"{self.output}: {self.value:g}"


class MarkedSpan(models.Model):
    """An error span that an annotator marked in an output, or in the source about an output. Fixed once submitted."""

    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="marked_spans", db_index=False)
    output = models.PositiveSmallIntegerField(help_text="Its place among the task's outputs, whatever was shown first.")
    side = models.CharField(max_length=6, choices=[(side, side) for side in SIDES])
    start = models.PositiveIntegerField(help_text="In code points of the output, or of the source.")
    end = models.PositiveIntegerField(help_text="Excluded.")
    category = models.CharField(max_length=60)
    severity = models.CharField(max_length=7, choices=[(severity, severity) for severity in SEVERITIES])

    objects: ClassVar[Any] = AnswerQuerySet.as_manager()

    class Meta:
        ordering = ["assignment", "output", "side", "start", "end", "category"]
        constraints = [
            models.UniqueConstraint(
                fields=["assignment", "output", "side", "start", "end", "category"], name="span_marked_once"
            ),
            models.CheckConstraint(condition=Q(start__lt=F("end")), name="span_not_empty"),
            models.CheckConstraint(condition=Q(side__in=list(SIDES)), name="span_side_known"),
            models.CheckConstraint(condition=Q(severity__in=list(SEVERITIES)), name="span_severity_known"),
        ]

    def __str__(self) -> str:
        return f"{self.output}: {self.side} {self.start}–{self.end}, {self.category}, {self.severity}"
