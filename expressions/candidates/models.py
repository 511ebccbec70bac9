"""Candidates of passages."""

from typing import Any, ClassVar, Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotation_site.assignments.models import Assignment, Item
from expressions.categories.lists import LONGEST_CATEGORY


class CandidateQuerySet(models.QuerySet["Candidate"]):
    def shown_in(self, assignment: Assignment) -> Self:
        """Return the candidates that the annotator of an assignment sees: none of control passages, and none where
        answers are compared with known ones, which they could give away (training, checks, repeats).
        """
        purposes = (Assignment.Purpose.WORK, Assignment.Purpose.EXTRA)
        shown = self.filter(item=assignment.item_id, is_control=False)
        return shown if assignment.purpose in purposes else shown.none()


class Candidate(models.Model):
    """Words that may be an expression, with a category or, where that is to be decided, without. The same for all
    annotators of the passage: they are proposed while nobody has begun it.
    """

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="candidates", db_index=False)
    words = ArrayField(models.PositiveSmallIntegerField())
    category = models.CharField(max_length=LONGEST_CATEGORY, blank=True)
    is_control = models.BooleanField(default=False)

    objects: ClassVar[Any] = CandidateQuerySet.as_manager()

    class Meta:
        ordering = ["item", "words"]
        constraints = [
            models.UniqueConstraint(fields=["item", "words"], name="one_candidate_per_words"),
            models.CheckConstraint(condition=Q(words__len__gt=0), name="candidate_has_words"),
        ]

    def __str__(self) -> str:
        return f"{self.category} {self.words}"
