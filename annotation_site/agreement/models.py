"""Figures of agreement that a job computed."""

from django.db import models

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project


class AgreementFigures(models.Model):
    """Figures of agreement that take long, such as intervals, for the readings as they were at `changes`."""

    # No index of its own: the constraint begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+", db_index=False)
    question = models.CharField(max_length=64, blank=True, help_text="The options on which they depend.")
    changes = models.BigIntegerField(help_text="The number that the kind gives the readings they rest on.")
    result = models.JSONField()
    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["project", "question", "changes"], name="agreement_figures_once"),
        ]

    def __str__(self) -> str:
        return f"Agreement in {self.project}"
