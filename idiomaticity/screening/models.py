"""Items whose right answer is known: shown to newcomers, asked of them, or mixed into work unseen."""

from typing import Any, ClassVar, Self

from django.conf import settings
from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models
from django.db.models import Q

from annotation_site.assignments.models import Item
from annotation_site.projects.carried import CarriedFields
from annotation_site.projects.models import Project
from idiomaticity.screening.answers import LARGEST_SHARE, LONGEST_EXPLANATION


class ScreeningSettings(models.Model):
    """Share of attention items, and the pass mark of a crowd's qualification."""

    project = models.OneToOneField(Project, on_delete=models.PROTECT, primary_key=True, related_name="screening")
    attention_share = models.PositiveSmallIntegerField(default=10, validators=[MaxValueValidator(LARGEST_SHARE)])
    pass_mark = models.PositiveSmallIntegerField(default=70, validators=[MinValueValidator(1), MaxValueValidator(100)])

    carried_fields = CarriedFields(("attention_share", "pass_mark"), {"project": "of one project"})

    class Meta:
        verbose_name_plural = "screening settings"
        constraints = [
            models.CheckConstraint(condition=Q(attention_share__range=(0, LARGEST_SHARE)), name="attention_share_0_50"),
            models.CheckConstraint(condition=Q(pass_mark__range=(1, 100)), name="pass_mark_1_100"),
        ]

    def __str__(self) -> str:
        return f"{self.attention_share} %, pass at {self.pass_mark} %"


class KnownRatingQuerySet(models.QuerySet["KnownRating"]):
    def of_use(self, use: str) -> Self:
        """Return known answers of one use, in the order in which they were chosen."""
        return self.filter(use=use).order_by("pk")


class KnownRating(models.Model):
    """An item with the scores that a careful reader gives; nobody rates it as work."""

    class Use(models.TextChoices):
        ATTENTION = "attention", "Attention"
        TUTORIAL = "tutorial", "Tutorial"
        QUALIFICATION = "qualification", "Qualification"

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="known_ratings")
    item = models.OneToOneField(Item, on_delete=models.PROTECT, related_name="known_rating")
    use = models.CharField(max_length=13, choices=Use)
    # Scale → [lowest, highest]; scales that do not occur may be answered in any way.
    expected = models.JSONField()
    explanation = models.CharField(max_length=LONGEST_EXPLANATION, blank=True)
    added_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    added_at = models.DateTimeField(auto_now_add=True)

    objects: ClassVar[Any] = KnownRatingQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(use__in=["attention", "tutorial", "qualification"]), name="use_known"),
            models.CheckConstraint(condition=~Q(expected={}), name="something_expected"),
        ]

    def __str__(self) -> str:
        return f"{self.use}: {self.item}"
