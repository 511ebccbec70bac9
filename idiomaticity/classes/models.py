"""Classes of compounds: the experts, their blind judgements, and the decisions of adjudicators."""

import pghistory
from django.conf import settings
from django.db import models
from django.db.models import Q

from annotation_site.adjudication.models import Decision
from annotation_site.projects.models import Membership
from idiomaticity.compounds.models import Compound

CLASS_NAMES = ["C", "PC", "NC"]


@pghistory.track()
class ClassExpert(models.Model):
    """An annotator appointed as an expert for the class of every compound; dismissed experts keep their judgements."""

    membership = models.OneToOneField(
        Membership, on_delete=models.PROTECT, primary_key=True, related_name="class_expert"
    )
    is_asked = models.BooleanField(default=True)
    named_by = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+")
    named_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["membership"]

    def __str__(self) -> str:
        return self.membership.pseudonym


@pghistory.track()
class ClassJudgement(models.Model):
    """One expert's class of one compound, hidden from and unaffected by other experts."""

    # No index of its own: a constraint or index of the table begins with the same column.
    compound = models.ForeignKey(Compound, on_delete=models.PROTECT, related_name="class_judgements", db_index=False)
    expert = models.ForeignKey(ClassExpert, on_delete=models.PROTECT, related_name="judgements")
    compound_class = models.CharField(max_length=2, choices=Compound.CompoundClass)
    judged_at = models.DateTimeField(auto_now=True)

    class Meta:
        ordering = ["compound", "expert"]
        constraints = [
            models.UniqueConstraint(fields=["compound", "expert"], name="one_class_per_expert"),
            models.CheckConstraint(condition=Q(compound_class__in=CLASS_NAMES), name="judged_class_known"),
        ]

    def __str__(self) -> str:
        return f"{self.compound}: {self.compound_class}"


@pghistory.track()
class CompoundAdjudication(Decision):
    """Decision on one compound: its class, if one was decided, a note, and whether the compound is done."""

    compound = models.OneToOneField(Compound, on_delete=models.PROTECT, primary_key=True, related_name="adjudication")
    decided_class = models.CharField(max_length=2, choices=Compound.CompoundClass, blank=True)

    class Meta:
        ordering = ["compound"]
        constraints = [
            models.CheckConstraint(condition=Q(decided_class__in=["", *CLASS_NAMES]), name="decided_class_known"),
        ]

    def __str__(self) -> str:
        return f"{self.compound}: {self.decided_class}"
