"""Figures of agreement that a job computed."""

from django.db import models

from annotation_site.jobs.models import Job
from annotation_site.projects.models import Project


class AgreementInterval(models.Model):
    """Intervals of a project's agreement computed by a job, for the readings as they were at `changes`."""

    # No index of its own, as for other keys below: a constraint or index of the table begins with the same column.
    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+", db_index=False)
    changes = models.BigIntegerField(help_text="ItemAgreementTotal.changes of the project when they were computed.")
    result = models.JSONField()
    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["project", "changes"], name="one_interval_per_change"),
        ]

    def __str__(self) -> str:
        return f"Intervals of {self.project}"


class FrequencyAgreement(models.Model):
    """Agreement by word frequency counted by a job, for the readings as they were at `changes`."""

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+", db_index=False)
    changes = models.BigIntegerField(help_text="ItemAgreementTotal.changes of the project when it was counted.")
    result = models.JSONField()
    job = models.OneToOneField(Job, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        indexes = [models.Index(fields=["project", "-id"], name="frequency_latest_first")]

    def __str__(self) -> str:
        return f"Agreement by frequency in {self.project}"


class RatingFigures(models.Model):
    """Figures of a project's ratings computed by a job, for one set of options, as the ratings were at `changes`."""

    class Kind(models.TextChoices):
        AGREEMENT = "agreement", "Agreement"
        PLAN = "plan", "Plan"

    project = models.ForeignKey(Project, on_delete=models.PROTECT, related_name="+", db_index=False)
    kind = models.CharField(max_length=10, choices=Kind)
    question = models.CharField(max_length=64, help_text="Hash of what was asked.")
    changes = models.BigIntegerField(help_text="count_rating_changes of the project when they were computed.")
    result = models.JSONField()
    job = models.ForeignKey(Job, on_delete=models.PROTECT, related_name="+")
    created_at = models.DateTimeField(auto_now_add=True)

    class Meta:
        ordering = ["-pk"]
        constraints = [
            models.UniqueConstraint(fields=["project", "kind", "question", "changes"], name="rating_figures_once"),
            models.CheckConstraint(condition=models.Q(kind__in=["agreement", "plan"]), name="rating_figures_kind"),
        ]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} of ratings in {self.project}"
