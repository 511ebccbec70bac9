"""Links proposed before anybody drew one."""

from typing import Any, ClassVar, Self

from django.db import models
from django.db.models import OuterRef, Q

from alignment.pairs.token_range import keep_in_range
from alignment.readings.models import LABELS
from annotation_site.assignments.models import Assignment, Item
from annotation_site.jobs.models import Job, Upload
from annotation_site.projects.models import Project

# A pair is a control where its place on the ring (`assignments.quotas.place_on_ring`) falls below the share: the same
# pairs at any time and for everyone, and the share of any block of pairs.
IS_CONTROL = Q(item__ring_place__lt=models.F("item__project__alignment__suggestion_control_share") / 100.0)


class SuggestionQuerySet(models.QuerySet["Suggestion"]):
    def shown(self) -> Self:
        """Return suggestions except those of control pairs."""
        return self.exclude(IS_CONTROL)

    def shown_in(self, assignment: Assignment | OuterRef) -> Self:
        """Return the suggestions that the annotator of an assignment sees: none where answers are compared with known
        ones, which a suggestion could give away (training, checks, repeats).
        """
        purposes = (Assignment.Purpose.WORK, Assignment.Purpose.EXTRA)
        return self.shown().filter(item__assignments=assignment, item__assignments__purpose__in=purposes)

    def of_controls(self) -> Self:
        """Return suggestions of control pairs, which no annotator is shown."""
        return self.filter(IS_CONTROL)


class Suggestion(models.Model):
    """A link proposed for a pair before anybody drew one; annotators of control pairs are not shown it."""

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="suggestions", db_index=False)
    source_index = models.PositiveSmallIntegerField()
    target_index = models.PositiveSmallIntegerField()
    label = models.CharField(max_length=1, choices=LABELS)
    confidence = models.FloatField(null=True, help_text="How probable an aligner holds the link, 0 to 1.")

    objects: ClassVar[Any] = SuggestionQuerySet.as_manager()

    class Meta:
        ordering = ["source_index", "target_index"]
        constraints = [
            models.UniqueConstraint(fields=["item", "source_index", "target_index"], name="one_suggestion_per_cell"),
            models.CheckConstraint(condition=Q(label__in=["S", "P"]), name="suggestion_label_s_or_p"),
            models.CheckConstraint(condition=Q(confidence__range=(0, 1)), name="suggestion_confidence_0_1"),
        ]
        triggers = keep_in_range("item_id", "max(source_index)", "max(target_index)")

    def __str__(self) -> str:
        return f"{self.source_index}-{self.target_index} {self.label}"


class DismissedSuggestion(models.Model):
    """A suggestion that one annotator rejected; it is no longer shown to them."""

    assignment = models.ForeignKey(
        Assignment, on_delete=models.PROTECT, related_name="dismissed_suggestions", db_index=False
    )
    source_index = models.PositiveSmallIntegerField()
    target_index = models.PositiveSmallIntegerField()

    class Meta:
        ordering = ["source_index", "target_index"]
        constraints = [
            models.UniqueConstraint(
                fields=["assignment", "source_index", "target_index"], name="one_dismissal_per_suggestion"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.source_index}-{self.target_index} dismissed"


class AlignerPriors(models.Model):
    """A file that an aligner learnt in a job, so that later pairs are aligned by it: priors of the whole text, or the
    encoder's linker, from adjudicated pairs.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="aligner_priors")
    aligner = models.CharField(max_length=20)
    upload = models.ForeignKey(Upload, on_delete=models.PROTECT, related_name="+")
    pair_count = models.PositiveIntegerField(help_text="Pairs used for training, including a training text.")
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        verbose_name_plural = "aligner priors"

    def __str__(self) -> str:
        return f"{self.aligner} for {self.project}"
