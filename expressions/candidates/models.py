"""Candidates of passages: those of all annotators, and those that come from an annotator's own earlier marks."""

from typing import Any, ClassVar, Self

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotation_site.assignments.models import Assignment, Item
from expressions.categories.lists import LONGEST_CATEGORY

# Elsewhere answers are compared with known ones, which candidates could give away (training, checks, repeats).
PURPOSES = (Assignment.Purpose.WORK, Assignment.Purpose.EXTRA)


class CandidateQuerySet(models.QuerySet["Candidate"]):
    def shown_in(self, assignment: Assignment) -> Self:
        """Return the candidates that the annotator of an assignment sees: none of control passages."""
        shown = self.filter(item=assignment.item_id, is_control=False)
        return shown if assignment.purpose in PURPOSES else shown.none()


class Candidate(models.Model):
    """Words that may be an expression, with a category or, where that is to be decided, without. The same for all
    annotators of the passage: they are proposed while nobody has begun it.
    """

    class Source(models.TextChoices):
        LEXICON = "lexicon", "Lexicon and gold standard"
        CORPUS = "corpus", "Other corpus"
        MARKS = "marks", "Marks of the same text"

    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="candidates", db_index=False)
    words = ArrayField(models.PositiveSmallIntegerField())
    category = models.CharField(max_length=LONGEST_CATEGORY, blank=True)
    is_control = models.BooleanField(default=False)
    # Empty for candidates that were proposed before sources were kept.
    source = models.CharField(max_length=7, choices=Source, blank=True, db_default="")

    objects: ClassVar[Any] = CandidateQuerySet.as_manager()

    class Meta:
        ordering = ["item", "words"]
        constraints = [
            models.UniqueConstraint(fields=["item", "words"], name="one_candidate_per_words"),
            models.CheckConstraint(condition=Q(words__len__gt=0), name="candidate_has_words"),
        ]

    def __str__(self) -> str:
        return f"{self.category} {self.words}"


class OwnCandidateQuerySet(models.QuerySet["OwnCandidate"]):
    def shown_in(self, assignment: Assignment) -> Self:
        """Return those that the annotator of an assignment sees: none of control passages."""
        return self.filter(assignment=assignment.pk, is_control=False)


class OwnCandidate(models.Model):
    """Words with the lemmas of an expression that the annotator has marked in an earlier passage. Found when the
    passage is assigned, so that it stays what it was however much they mark meanwhile.
    """

    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="own_candidates", db_index=False)
    words = ArrayField(models.PositiveSmallIntegerField())
    category = models.CharField(max_length=LONGEST_CATEGORY)
    is_control = models.BooleanField(default=False)

    objects: ClassVar[Any] = OwnCandidateQuerySet.as_manager()

    class Meta:
        ordering = ["assignment", "words"]
        constraints = [
            models.UniqueConstraint(fields=["assignment", "words"], name="one_own_candidate_per_words"),
            models.CheckConstraint(condition=Q(words__len__gt=0), name="own_candidate_has_words"),
        ]

    def __str__(self) -> str:
        return f"{self.category} {self.words}"
