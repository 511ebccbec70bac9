"""Corrections of the gold standard."""

from typing import Any, ClassVar

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotation_site.accounts.models import User
from annotation_site.assignments.models import Item
from annotation_site.projects.models import Project
from expressions.categories.lists import LONGEST_CATEGORY


class ConsistencyChange(models.Model):
    """Corrections that somebody made at once, and that are undone at once. Written by the services only."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+", db_index=False)
    decided_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(auto_now_add=True)
    is_undone = models.BooleanField(default=False)

    class Meta:
        indexes = [models.Index(fields=["project", "-id"], name="consistency_changes_latest")]

    def __str__(self) -> str:
        return f"Change {self.pk} of {self.project_id}"


class CorrectionQuerySet(models.QuerySet["GoldCorrection"]):
    def standing(self) -> "CorrectionQuerySet":
        """Return corrections that nobody has undone, in the order in which they apply."""
        return self.filter(change__is_undone=False).order_by("pk")


class GoldCorrection(models.Model):
    """The category of words in the gold standard before and after a change, empty where there is no expression."""

    change = models.ForeignKey(ConsistencyChange, on_delete=models.PROTECT, related_name="corrections")
    item = models.ForeignKey(Item, on_delete=models.PROTECT, related_name="gold_corrections")
    words = ArrayField(models.PositiveSmallIntegerField())
    before = models.CharField(max_length=LONGEST_CATEGORY, blank=True)
    after = models.CharField(max_length=LONGEST_CATEGORY, blank=True)

    objects: ClassVar[Any] = CorrectionQuerySet.as_manager()

    class Meta:
        ordering = ["pk"]
        constraints = [
            models.CheckConstraint(condition=Q(words__len__gt=0), name="correction_has_words"),
            models.CheckConstraint(condition=~Q(before=models.F("after")), name="correction_changes"),
        ]

    def __str__(self) -> str:
        return f"{self.words} {self.before} → {self.after}"
