"""History of the expressions marked in a segment."""

import pgtrigger
from django.db import models

from annotation_site.operations.models import Operation
from evaluation.test_sets.models import Segment, TestSet


class ExpressionChange(models.Model):
    """A segment's expressions before and after one action; `undoes` is the change that it reverts."""

    segment = models.ForeignKey(Segment, on_delete=models.PROTECT, related_name="expression_changes")
    operation = models.OneToOneField(Operation, on_delete=models.PROTECT, related_name="+")
    undoes = models.OneToOneField("self", on_delete=models.PROTECT, related_name="undone_by", null=True)
    before = models.JSONField()
    after = models.JSONField()

    class Meta:
        ordering = ["-pk"]
        triggers = [pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"Expressions of {self.segment}"


class ExpressionClassChange(models.Model):
    """Classes of many expressions of a test set, set or cleared at once; `undoes` is the change that it reverts."""

    test_set = models.ForeignKey(TestSet, on_delete=models.PROTECT, related_name="class_changes")
    operation = models.OneToOneField(Operation, on_delete=models.PROTECT, related_name="+")
    undoes = models.OneToOneField("self", on_delete=models.PROTECT, related_name="undone_by", null=True)
    origin = models.JSONField(default=dict, help_text="Which project they were taken from, and how; empty: cleared.")
    changes = models.JSONField(help_text="Segment, place in it, label, class before and after, of each.")

    class Meta:
        ordering = ["-pk"]
        triggers = [pgtrigger.Protect(name="append_only", operation=pgtrigger.Update | pgtrigger.Delete)]

    def __str__(self) -> str:
        return f"Classes of {self.test_set}"
