"""Decisions on paraphrases, kept apart from the annotators' rows."""

import pghistory
from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation_site.projects.models import Project
from idiomaticity.compounds.models import Compound
from idiomaticity.scales.paraphrase_texts import LONGEST_NORMALISED


@pghistory.track()
class ParaphraseDecision(models.Model):
    """Decision on a normalised form, for one compound or for all: `idiomaticity.paraphrases.decisions`."""

    class Action(models.TextChoices):
        MERGE = "merge", "Merged"
        REJECT = "reject", "Rejected"
        KEEP = "keep", "Kept"

    # No index of its own: a constraint or index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="paraphrase_decisions", db_index=False)
    compound = models.ForeignKey(Compound, on_delete=models.PROTECT, null=True, related_name="paraphrase_decisions")
    form = models.CharField(max_length=LONGEST_NORMALISED)
    action = models.CharField(max_length=6, choices=Action)
    into = models.CharField(max_length=LONGEST_NORMALISED, blank=True)
    decided_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    decided_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["project", "compound", "form"]
        constraints = [
            models.UniqueConstraint(
                fields=["project", "compound", "form"], nulls_distinct=False, name="one_decision_for_a_form"
            ),
            models.CheckConstraint(condition=~Q(form=""), name="decision_names_a_form"),
            models.CheckConstraint(
                condition=(Q(action="merge", compound__isnull=False) & ~Q(into="") & ~Q(into=models.F("form")))
                | Q(action__in=["reject", "keep"], into=""),
                name="merge_within_a_compound",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.form}: {self.action} {self.into}".rstrip()
