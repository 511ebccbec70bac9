"""Decisions about lexical items."""

from django.contrib.postgres.fields import ArrayField
from django.db import models
from django.db.models import Q

from annotation_site.accounts.models import User
from annotation_site.projects.models import Project
from expressions.categories.lists import LONGEST_CATEGORY

LONGEST_NOTE = 500
LONGEST_LEMMA = 100
MOST_LEMMAS = 20


class SolvedCase(models.Model):
    """A decision about all expressions with the same lemmas, which are sorted: a category, NotMWE, or an empty name
    where it depends on the context. Operations have its history.
    """

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="solved_cases", db_index=False)
    lemmas = ArrayField(models.CharField(max_length=LONGEST_LEMMA), size=MOST_LEMMAS)
    category = models.CharField(max_length=LONGEST_CATEGORY, blank=True)
    note = models.CharField(max_length=LONGEST_NOTE, blank=True)
    decided_by = models.ForeignKey(User, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["lemmas"]
        constraints = [
            models.UniqueConstraint(fields=["project", "lemmas"], name="one_decision_per_lexical_item"),
            models.CheckConstraint(condition=Q(lemmas__len__gt=0), name="lexical_item_has_lemmas"),
        ]

    def __str__(self) -> str:
        return f"{' '.join(self.lemmas)}: {self.category}"
