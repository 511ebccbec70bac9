"""Judgements of annotators: scores and paraphrases."""

from typing import Any, ClassVar, Self

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q
from django.db.models.functions import Coalesce

from annotation_site.assignments.models import Assignment
from annotation_site.exclusions.models import Exclusion
from annotation_site.projects.models import Project
from idiomaticity.scales.judgements import CANNOT_JUDGE
from idiomaticity.scales.paraphrase_texts import LONGEST_NORMALISED, LONGEST_PARAPHRASE, MOST_PARAPHRASES
from idiomaticity.scales.score_scale import MOST

# The compound that a judged row is about, at either level.
OF_COMPOUND = Coalesce("assignment__item__occurrence__compound", "assignment__item__compound")


def score_field() -> models.SmallIntegerField[int | None, int | None]:
    """Return a field for a score of any scale, CANNOT_JUDGE, or no answer yet."""
    return models.SmallIntegerField(null=True, validators=[MinValueValidator(CANNOT_JUDGE), MaxValueValidator(MOST)])


class JudgedQuerySet(models.QuerySet[Any]):
    """Rows that an annotator's assignment holds."""

    def submitted(self, project: Project) -> Self:
        """Return submitted work of all annotators; no attention items, repeats or items that a manager withdrew."""
        return self.submitted_as(project, Assignment.Purpose.WORK, Assignment.Purpose.EXTRA)

    def repeated(self, project: Project) -> Self:
        """Return what annotators submitted of items that they were asked a second time; no figure but their own
        consistency uses it.
        """
        return self.submitted_as(project, Assignment.Purpose.REPEAT)

    def submitted_as(self, project: Project, *purposes: str) -> Self:
        """Return what was submitted for some purposes, without items that a manager withdrew."""
        return self.filter(
            assignment__item__project=project,
            assignment__item__withdrawn_from="",
            assignment__state=Assignment.State.SUBMITTED,
            assignment__purpose__in=purposes,
        )

    def counted(self, project: Project, *, with_excluded: bool = False) -> Self:
        """Return the judgements that figures use: submitted ones, without excluded annotators unless requested."""
        submitted = self.submitted(project)
        if with_excluded:
            return submitted
        return submitted.exclude(assignment__annotator__in=Exclusion.objects.active(project).values("membership"))


class Rating(models.Model):
    """One annotator's scores of one item; submitted ones do not change until the assignment is reopened."""

    assignment = models.OneToOneField(Assignment, on_delete=models.PROTECT, primary_key=True, related_name="rating")
    head = score_field()
    modifier = score_field()
    whole = score_field()
    # Answers to extra questions by name, written and checked like the scores.
    extra = models.JSONField(default=dict, blank=True)

    objects: ClassVar[Any] = JudgedQuerySet.as_manager()

    class Meta:
        constraints = [
            models.CheckConstraint(
                condition=Q(**{scale: None}) | Q(**{f"{scale}__range": (CANNOT_JUDGE, MOST)}),
                name=f"{scale}_score_in_range",
            )
            for scale in ("head", "modifier", "whole")
        ]

    def __str__(self) -> str:
        return f"{self.head} {self.modifier} {self.whole}"


class Paraphrase(models.Model):
    """Other words for the compound, as one annotator gave them."""

    # No index of its own: a constraint or index of the table begins with the same column.
    assignment = models.ForeignKey(Assignment, on_delete=models.PROTECT, related_name="paraphrases", db_index=False)
    position = models.PositiveSmallIntegerField()
    text = models.CharField(max_length=LONGEST_PARAPHRASE)
    normalised = models.CharField(max_length=LONGEST_NORMALISED)

    objects: ClassVar[Any] = JudgedQuerySet.as_manager()

    class Meta:
        ordering = ["assignment", "position"]
        constraints = [
            models.UniqueConstraint(fields=["assignment", "position"], name="one_paraphrase_per_position"),
            models.UniqueConstraint(fields=["assignment", "normalised"], name="paraphrase_given_once"),
            models.CheckConstraint(
                condition=Q(position__range=(1, MOST_PARAPHRASES)), name="three_paraphrases_at_most"
            ),
            models.CheckConstraint(condition=~Q(normalised=""), name="paraphrase_not_empty"),
        ]

    def __str__(self) -> str:
        return self.text
